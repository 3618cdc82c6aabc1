import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { signupMatchesMax } from '../../../contract/members/limits.ts';
import { SuggestedMembers, WaitingMembers, signupMatchesQuery } from '../../members/finder/suggested-members.tsx';
import { definePage } from '../../platform/pages/page.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { afterSignup } from '../../shell/signup-flow.ts';

const page = definePage('signup-matches', {
  parts: ['accounts', 'attributes', 'match-finder', 'interests', 'members'],
  load: async ({ ensure }) => {
    // In the browser the page opens at once and shows a failure itself.
    const wanted = ensure(signupMatchesQuery).catch(() => undefined);
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The first suggestions for a new member, to like or write to (specification, section 2). */
export default function SignupMatchesPage(): ReactElement {
  const say = useSay();
  const { data: matches, error, refetch } = useQuery(signupMatchesQuery);
  const isEmpty = matches?.results.length === 0;
  const onwardPath = afterSignup(pathTo('members'));
  const onward = (
    <LinkButton to={onwardPath} variant={isEmpty ? 'primary' : 'quiet'}>
      {say('match-finder.matches-on')}
    </LinkButton>
  );
  return (
    <AccessFrame
      wide
      title={say('match-finder.matches')}
      lead={
        <>
          {say('match-finder.matches-lead')} {/* On a phone, the end of the list is far away. */}
          {!isEmpty && (
            <Link to={onwardPath} className="font-bold text-primary-ink underline underline-offset-3">
              {say('match-finder.matches-on')}
            </Link>
          )}
        </>
      }
    >
      {!matches && error !== null && <RetryAlert error={error} retry={refetch} />}
      {!matches && error === null && <WaitingMembers count={signupMatchesMax} />}
      {isEmpty && (
        <EmptyState title={say('match-finder.matches-empty')} action={onward}>
          {say('match-finder.matches-empty-text')}
        </EmptyState>
      )}
      {matches && !isEmpty && <SuggestedMembers members={matches.results} />}
      {!isEmpty && <div className="flex justify-center">{onward}</div>}
    </AccessFrame>
  );
}
