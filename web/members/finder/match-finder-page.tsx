import type { ReactElement } from 'react';

import { definePage } from '../../platform/page.ts';
import { interestsQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { EveningTable } from './evening-table.tsx';
import { Quiz } from './quiz.tsx';

const page = definePage('match-finder', {
  parts: ['attributes', 'finder', 'interests', 'members'],
  load: async ({ ensure }) => {
    await ensure(interestsQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The match finder (specification, section 2): a few questions that end in a search, and the evening table. */
export default function MatchFinderPage(): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto grid w-full max-w-[60rem] grid-cols-1 gap-10 px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{say('finder.title')}</Title>
      <header className="grid gap-1.5">
        <h1 className="speak text-26 md:text-34">{say('finder.title')}</h1>
        <p className="text-pretty text-ink-2">{say('finder.lead')}</p>
      </header>
      <Quiz />
      <EveningTable />
    </div>
  );
}
