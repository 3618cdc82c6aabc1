import { unsentKeptMs } from '../../contract/limits.ts';
import { inTime, isLate } from '../app/in-time.ts';
import { CallError, callOverHttp } from '../call.ts';
import { membersKept, unsentKeys } from './member-storage.ts';

/**
 * Whose session has expired, and when: what they had not sent or saved stays in this browser, is shown to nobody, and is
 * theirs again once they log in. It goes with the login of anybody else, and after a day. A logout is noted as nobody until
 * the next login: nothing waits then, whatever another tab finds out, or still writes. So is a session that was ended from
 * another device, because this one may be in other hands.
 */
const key = 'tealight.waiting';

interface Waiting {
  member: string | null;
  /** In milliseconds since 1970. */
  at: number;
}

function read(): Waiting | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Waiting | null;
  } catch {
    // Storage is forbidden, or holds something that is not JSON: nobody waits.
    return null;
  }
}

/**
 * Whether the session of a member has expired, and was not ended on purpose. Without an answer nothing is proven, and the
 * member's words are worth less than the peace of somebody who ended the session of a lost device.
 */
export async function hasExpired(member: string): Promise<boolean> {
  try {
    // They have logged in again meanwhile, in another tab.
    return (await callOverHttp('getUser')).user.id === member;
  } catch (error) {
    return error instanceof CallError && error.body.authentication_required === true && !error.body.session_ended;
  }
}

/** Notes that a session has expired; `null`: was ended. Only the first note counts until the next login, but for a logout. */
export function noteEnded(member: string | null): void {
  if (member !== null && read() !== null) return;
  try {
    localStorage.setItem(key, JSON.stringify({ member, at: Date.now() } satisfies Waiting));
  } catch {
    // Full, or forbidden: what is there goes with the next page.
  }
}

/** Somebody is logged in: the next end of a session is another one. */
export function forgetEnded(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was noted.
  }
}

/** For whom something may wait while nobody is logged in, and whether that was not known before: no page was open. */
export async function findWaiting(): Promise<{ member: string; isNew: boolean } | null> {
  const { membersIn } = await import('../app/database.ts');
  const stored = await inTime(membersIn('outbox')).catch((error: unknown) => (isLate(error) ? null : []));
  // A store that does not answer may have something of anybody.
  const kept = membersKept().filter((member) => stored === null || unsentKeys(member).size > 0);
  const members = new Set([...kept, ...(stored ?? [])]);
  const noted = read();
  if (noted) {
    const age = Date.now() - noted.at;
    const mayWait = noted.member !== null && (stored === null || members.has(noted.member));
    const isTheirs = mayWait && age >= 0 && age < unsentKeptMs;
    if (isTheirs) return { member: noted.member as string, isNew: false };
    noteEnded(null);
    return null;
  }
  const [member] = members;
  // Of two, one should not be here.
  if (member === undefined || members.size > 1) return null;
  if (!(await hasExpired(member))) {
    noteEnded(null);
    return null;
  }
  noteEnded(member);
  return { member, isNew: true };
}
