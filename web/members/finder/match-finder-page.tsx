import type { ReactElement } from 'react';

import { definePage } from '../../platform/pages/page.ts';
import { interestsQuery, settingsQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { homeCountry, offeredFilters } from '../search/filters.ts';
import { profilesQuery } from '../search/use-search.ts';
import { findAskable, listAsked, dropImpossible, readAnswers, readStep, searchWidening } from './answers.ts';
import { Quiz } from './quiz.tsx';

const page = definePage('match-finder', {
  parts: ['attributes', 'match-finder', 'interests', 'members'],
  load: async ({ ensure, url: { searchParams: query }, user }) => {
    const [settings, interests] = await Promise.all([ensure(settingsQuery), ensure(interestsQuery)]);
    // In the browser, the page opens at once with placeholders.
    if (!user || typeof window !== 'undefined') return;
    const askable = findAskable(offeredFilters(settings, interests, true), user);
    if (readStep(query, listAsked(askable).length) < listAsked(askable).length) return;
    const homes = { home: homeCountry(settings, user), own: user.profile.country };
    const search = searchWidening(dropImpossible(readAnswers(query), askable), homes, (filters) =>
      ensure(profilesQuery(filters, 1)),
    );
    // The page reports a failed search itself, with a button to retry.
    await search.catch(() => undefined);
  },
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
