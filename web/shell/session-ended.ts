import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { hasExpired, noteEnded } from '../chat/waiting.ts';
import { onSessionLost } from '../call.ts';
import { loginPath } from '../page.ts';
import { userQuery } from '../queries.ts';
import { type Say, useSay } from '../sentences.tsx';
import { keepInTab, readInTab } from '../tab-storage.ts';
import { showToast } from '../ui/toast.ts';
import { forgetMember, isLeaving, noteLeaving } from './log-out.ts';

/** Where the page that is left notes how much was not sent or saved, for the next one, and whether it waits. */
const key = 'tealight.session-ended';

/**
 * Removes personal data after the session of a member ended elsewhere, and loads the login page from the server. Nobody
 * can be asked before: what the member had not sent or saved waits for their next login if the session has expired, is
 * gone if somebody ended it, and the next page says so.
 */
async function leaveLostSession(member: string): Promise<void> {
  // Several calls may find it out.
  if (isLeaving()) return;
  noteLeaving();
  const waits = (await hasExpired(member)) ? member : null;
  noteEnded(waits);
  // The next page does what this one could not.
  if (waits !== null) await holdUnsent(waits);
  const unsent = await forgetMember(waits).catch(() => 0);
  keepInTab(key, `${unsent}${waits === null ? ' gone' : ''}`);
  location.assign(loginPath(new URL(location.href)));
}

/** What waits in the outbox of a member is not sent by itself when they log in again. */
export async function holdUnsent(member: string): Promise<void> {
  await import('../chat/outbox/outbox-storage.ts')
    .then(({ holdEntries }) => holdEntries(member))
    // Without its code, or without storage, nothing has been put there either.
    .catch(() => undefined);
}

/** Says that the session has ended, and whether anything was not sent or saved: it waits for its member, or is gone. */
export function tellEnded(say: Say, count: number, waits = true): void {
  const how = waits ? 'shell.session-ended-waits' : 'shell.session-ended-unsent';
  const children = say(count > 0 ? how : 'shell.session-ended');
  showToast({ id: key, tone: 'info', seconds: count > 0 ? 30 : 10, children });
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
    else if (user?.id !== member.current && member.current !== undefined) void leaveLostSession(member.current);
  }, [user]);
  useEffect(() => {
    onSessionLost(() => {
      if (member.current !== undefined) void leaveLostSession(member.current);
    });
  }, []);
  useEffect(() => {
    const unsent = readInTab(key);
    if (unsent === null) return;
    keepInTab(key, null);
    tellEnded(say, Number.parseInt(unsent, 10), !unsent.endsWith(' gone'));
    // oxlint-disable-next-line react/exhaustive-deps -- once per page: the page being left must not consume the message for the next
  }, []);
}
