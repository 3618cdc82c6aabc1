import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { onSessionLost } from '../call.ts';
import { loginPath } from '../page.ts';
import { userQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { forgetMember, isLeaving } from './log-out.ts';

const key = 'tealight.session-ended';

/** Removes personal data after a session ended elsewhere, and loads the login page from the server. */
async function leaveLostSession(): Promise<void> {
  if (isLeaving()) return;
  await forgetMember();
  sessionStorage.setItem(key, '1');
  location.assign(loginPath(new URL(location.href)));
}

/**
 * Logs a member out when a call or the refresh finds that the session has ended (specification, section 7), or that it is
 * somebody else's by now: the page shows what belongs to the member it began with. The next page says why.
 */
export function useLostSession(): void {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const member = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (user === undefined) return;
    if (member.current === undefined) member.current = user?.id;
    else if (user?.id !== member.current) void leaveLostSession();
  }, [user]);
  useEffect(() => {
    onSessionLost(() => {
      if (member.current !== undefined) void leaveLostSession();
    });
  }, []);
  useEffect(() => {
    if (sessionStorage.getItem(key) === null) return;
    sessionStorage.removeItem(key);
    showToast({ id: key, tone: 'info', seconds: 10, children: say('shell.session-ended') });
    // oxlint-disable-next-line react/exhaustive-deps -- once per page: the page being left must not consume the message for the next
  }, []);
}
