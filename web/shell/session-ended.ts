import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { onSessionLost } from '../call.ts';
import { loginPath } from '../page.ts';
import { userQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { forgetMember, isLeaving } from './log-out.ts';

const key = 'tealight.session-ended';

/** A session that ended elsewhere: nothing personal stays, and the login page comes fresh from the server. */
function leaveLostSession(): void {
  if (isLeaving()) return;
  forgetMember();
  sessionStorage.setItem(key, '1');
  location.assign(loginPath(new URL(location.href)));
}

/**
 * Logs a member out whose session is gone, be it that a call is refused for it or that the refresh finds nobody there
 * (specification, section 7), and says on the next page why they are there.
 */
export function useLostSession(): void {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const wasMember = useRef(false);
  useEffect(() => {
    if (user) wasMember.current = true;
    else if (user === null && wasMember.current) leaveLostSession();
  }, [user]);
  useEffect(() => {
    onSessionLost(() => {
      if (wasMember.current) leaveLostSession();
    });
  }, []);
  useEffect(() => {
    if (sessionStorage.getItem(key) === null) return;
    sessionStorage.removeItem(key);
    showToast({ id: key, tone: 'info', seconds: 10, children: say('shell.session-ended') });
    // oxlint-disable-next-line react/exhaustive-deps -- once a page: the page that is being left must not take the word of the next
  }, []);
}
