import type { ReactElement } from 'react';

import { definePage } from '../../platform/page.ts';
import { interestsQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { Quiz } from './quiz.tsx';

const page = definePage('match-finder', {
  parts: ['attributes', 'match-finder', 'interests', 'members'],
  load: ({ ensure }) => ensure(interestsQuery),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The match finder (specification, section 2): a few questions that end in a search. */
export default function MatchFinderPage(): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto grid w-full max-w-[60rem] grid-cols-1 gap-10 px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <PageHead title={say('match-finder.title')} back={pathTo('members')} intro={say('match-finder.lead')} />
      <Quiz />
    </div>
  );
}
