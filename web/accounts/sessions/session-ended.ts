import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { hasExpired, rememberEnded } from './waiting-data.ts';
import { onSessionLost } from '../../platform/calls/call.ts';
import { loginPath } from '../../platform/pages/page.ts';
import { type User, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { type Say, useSay } from '../../platform/sentences/sentences.tsx';
import { readItem, setItem } from '../../platform/storage/storage.ts';
import { showToast } from '../../ui/toast.ts';
import { isLeaving, markLeaving } from '../../platform/pages/leaving.ts';
import { forgetMember } from './log-out.ts';

/** Tab storage key where a page notes for the next one how much was unsent or unsaved, and whether it waits. */
const key = 'tealight.session-ended';

/**
 * Leaves the page. Nobody can be asked before: unsent and unsaved data waits for the next login if the session has
 * expired, and is gone if somebody ended it. The next page says so. If another member turned out to be logged in, it is
 * the search, because they may not be able to open this page.
 */
async function leaveLostSession(member: MemberId, other?: User | null): Promise<void> {
  // Several calls may notice it.
  if (isLeaving()) return;
  markLeaving();
  const waits = (await hasExpired(member)) ? member : null;
  rememberEnded(waits);
  if (waits !== null) await holdUnsent(waits);
  // If it fails, the next page removes the rest.
  const unsent = await forgetMember(waits).catch(() => 0);
  setItem('sessionStorage', key, `${unsent}${waits === null ? ' gone' : ''}`);
  location.assign(other ? pathTo('members') : loginPath(new URL(location.href)));
}

/** Holds back a member's outbox, so that nothing is sent automatically when they log in again. */
export async function holdUnsent(member: MemberId): Promise<void> {
  await import('../../chat/outbox/shared-outbox.ts')
    .then(({ holdEntries }) => holdEntries(member))
    // Without its code, or without storage, the outbox is empty.
    .catch(() => undefined);
}

/** Says that the session has ended, and whether unsent or unsaved data waits for its member or is gone. */
export function showSessionEnded(say: Say, count: number, waits = true): void {
  const how = waits ? 'shell.session-ended-waits' : 'shell.session-ended-unsent';
  const children = say(count > 0 ? how : 'shell.session-ended');
  showToast({ id: key, tone: 'info', seconds: count > 0 ? 30 : 10, children });
}

/** Leaves the page once its session has ended or belongs to another member (specification, section 7). */
export function useLostSession(): void {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const member = useRef<MemberId | undefined>(undefined);
  useEffect(() => {
    if (user === undefined) return;
    if (member.current === undefined) member.current = user?.id;
    else if (user?.id !== member.current && member.current !== undefined) void leaveLostSession(member.current, user);
  }, [user]);
  useEffect(() => {
    onSessionLost(() => {
      if (member.current !== undefined) void leaveLostSession(member.current);
    });
  }, []);
  useEffect(() => {
    const unsent = readItem('sessionStorage', key);
    if (unsent === null) return;
    setItem('sessionStorage', key, null);
    showSessionEnded(say, Number.parseInt(unsent, 10), !unsent.endsWith(' gone'));
    // oxlint-disable-next-line react/exhaustive-deps -- once per page: the page being left must not take the message
  }, []);
}
