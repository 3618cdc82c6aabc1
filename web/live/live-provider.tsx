import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import { deleteOthersData, findWaiting, forgetEnded } from '../accounts/sessions/waiting-data.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { holdUnsent, showSessionEnded } from '../accounts/sessions/session-ended.ts';
import { latePart } from '../ui/lazy-part.ts';

// The channel and its toasts are for members only: a visitor's first page does not load them.
const LiveMember = latePart(async () => ({ default: (await import('./live-member.tsx')).LiveMember }));

export function LiveProvider({ children }: { children: ReactNode }): ReactElement {
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  const member = user?.id ?? null;
  const say = useSay();
  const began = useRef<string | null>(null);
  const forget = useEffectEvent(async () => {
    // A session that ends while a page is open is handled by that page (`accounts/sessions/session-ended.ts`).
    if (began.current !== null && began.current !== member) return;
    began.current = member;
    if (member !== null) forgetEnded();
    const waiting = member === null ? await findWaiting() : null;
    if (waiting?.isNew) await holdUnsent(waiting.member);
    const unsent = await deleteOthersData(member, { waits: waiting?.member ?? null });
    // Say so now if no open page has, or if the unsent data was too old to keep.
    if (member === null && unsent > 0 && waiting?.isNew !== false) showSessionEnded(say, unsent, waiting !== null);
  });
  // Drafts and unsent messages belong to the member who is, or was last, logged in; nobody else finds them here.
  useEffect(() => {
    if (user !== undefined) void forget();
  }, [user, member]);
  return (
    <>
      {children}
      {hydrated && member !== null && <LiveMember key={member} member={member} />}
    </>
  );
}
