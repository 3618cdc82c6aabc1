import { unsentKeptMs } from '../../contract/chat/limits.ts';
import { inTime, isLate } from '../installed-app/in-time.ts';
import { CallError, callOverHttp } from '../platform/call.ts';
import { membersKept, unsentKeys } from './member-storage.ts';

/**
 * localStorage key that records whose session has expired, and when. Their unsent and unsaved data stays in this
 * browser, hidden, until they log in again; it is removed when another member logs in, or after a day. A logout is
 * recorded as `null` until the next login: nothing waits then, whatever another tab finds out or still writes. A
 * session ended from another device is recorded likewise, because this device may be in other hands.
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
 * True if a member's session has expired and was not ended on purpose. False without a response: the privacy of a
 * member who ended the session of a lost device matters more than unsent text.
 */
export async function hasExpired(member: string): Promise<boolean> {
  try {
    // The member has logged in again meanwhile, in another tab.
    return (await callOverHttp('getUser')).user.id === member;
  } catch (error) {
    return error instanceof CallError && error.body.authentication_required === true && !error.body.session_ended;
  }
}

/** Remembers that a session expired or, with `null`, was ended. Until the next login, only `null` replaces a note. */
export function rememberEnded(member: string | null): void {
  if (member !== null && read() !== null) return;
  try {
    localStorage.setItem(key, JSON.stringify({ member, at: Date.now() } satisfies Waiting));
  } catch {
    // Storage is full or forbidden: the next page asks the server itself.
  }
}

/** Forgets the note after a login: the next end of a session is another one. */
export function forgetEnded(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was noted.
  }
}

/** Returns the member whose data may wait while nobody is logged in. `isNew`: not known before, as no page was open. */
export async function findWaiting(): Promise<{ member: string; isNew: boolean } | null> {
  const { membersIn } = await import('../installed-app/database.ts');
  const stored = await inTime(membersIn('outbox')).catch((error: unknown) => (isLate(error) ? null : []));
  // A database that does not respond may have data of any member.
  const kept = membersKept().filter((member) => stored === null || unsentKeys(member).size > 0);
  const members = new Set([...kept, ...(stored ?? [])]);
  const noted = read();
  if (noted) {
    const age = Date.now() - noted.at;
    const mayWait = noted.member !== null && (stored === null || members.has(noted.member));
    const isTheirs = mayWait && age >= 0 && age < unsentKeptMs;
    if (isTheirs) return { member: noted.member as string, isNew: false };
    rememberEnded(null);
    return null;
  }
  const [member] = members;
  // Only one member should have data here; with several, nothing waits.
  if (member === undefined || members.size > 1) return null;
  if (!(await hasExpired(member))) {
    rememberEnded(null);
    return null;
  }
  rememberEnded(member);
  return { member, isNew: true };
}
