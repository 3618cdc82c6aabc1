import { unsentKeptMs } from '../../../contract/chat/limits.ts';
import { toId } from '../../../contract/platform/id.ts';
import type { KeptDraft } from '../../chat/composer/drafts.ts';
import { CallError, callOverHttp } from '../../platform/calls/call.ts';
import { inTime, isLate } from '../../platform/storage/in-time.ts';
import { memberKeys, namesKept, readKept, toKey } from '../../platform/storage/member-storage.ts';
import { listKeys, readJson, setItem } from '../../platform/storage/storage.ts';

/** Keys of messages not stored by any page yet (`web/chat/outbox`) and unsaved text (`useUnsaved`). */
const isUnsent = /^tealight\.member\.[^.]+\.(outbox|unsaved)\./;

const draftKey = /^tealight\.member\.([^.]+)\.draft\.(.+)$/;

/** Such data outlives the session. Complaints and reports do not: they may be about others who use the browser. */
const unsentName = /^(outbox|unsaved\.(?!complaint\.|report\.))/;

const isAboutOthers = /^tealight\.member\.[^.]+\.unsaved\.(complaint|report)\./;

function readUnsentDraft(member: MemberId, name: string): { isUnsent: boolean; hasText: boolean } {
  const { text = '', edited = null, brought = '', quote = null } = (readKept(member, name) ?? {}) as Partial<KeptDraft>;
  const hasText = (edited !== null && text !== '') || brought !== '';
  return { isUnsent: hasText || edited !== null || quote !== null, hasText };
}

export function unsentKeys(member: MemberId | null): Set<string> {
  if (member === null) return new Set();
  const isStaying = (name: string): boolean =>
    name.startsWith('draft.') ? readUnsentDraft(member, name).isUnsent : unsentName.test(name);
  const names = namesKept(member, '').filter(isStaying);
  return new Set(names.map((name) => toKey(member, name)));
}

interface Leaving {
  /** True if a member has just logged out: nothing waits for a login then. */
  hasLeft?: boolean;
  /** The member whose session has ended without a logout: their unsent and unsaved data stays (`findWaiting`). */
  waits?: MemberId | null;
}

/**
 * Removes the data of all other members; without a member, all but the data that waits. Returns how many unsent
 * messages, unsaved texts and drafts of others the server lacks; a text and its photo count as one.
 */
export async function deleteOthersData(
  member: MemberId | null,
  { hasLeft = false, waits = null }: Leaving = {},
): Promise<number> {
  let unsent = 0;
  const drafts = new Set<string>();
  const staying = unsentKeys(waits);
  for (const key of listKeys('localStorage', memberKeys)) {
    if (member !== null && key.startsWith(toKey(member, ''))) continue;
    // Complaints and reports do not wait, so they do not count if other text does.
    if (isUnsent.test(key) && !(waits !== null && isAboutOthers.test(key))) unsent += 1;
    const [, owner = '', receiver] = draftKey.exec(key) ?? [];
    // Without a text, the draft was cleared.
    if (receiver !== undefined && readUnsentDraft(toId(owner), `draft.${receiver}`).hasText)
      drafts.add(`${owner} ${receiver}`);
    if (!staying.has(key)) setItem('localStorage', key, null);
  }
  const { forgetOthers } = await import('../../installed-app/forget-others.ts');
  return unsent + (await forgetOthers(member, hasLeft, waits, drafts));
}

/**
 * Records whose session has expired, and when. Their unsent and unsaved data stays hidden until they log in again; it
 * is removed when another member logs in, or after a day. A logout is recorded as `null` until the next login: nothing
 * waits then, whatever another tab finds out or still writes. So is an end from another device, because this device may
 * be in other hands.
 */
const waitingKey = 'tealight.waiting';

interface Waiting {
  member: MemberId | null;
  at: number;
}

const readWaiting = (): Waiting | null => readJson(waitingKey) as Waiting | null;

/**
 * True if the session expired. False without a response: privacy after the end of a lost device's session matters more
 * than unsent text.
 */
export async function hasExpired(member: MemberId): Promise<boolean> {
  try {
    // The member has logged in again meanwhile, in another tab.
    return (await callOverHttp('getUser')).user.id === member;
  } catch (error) {
    return error instanceof CallError && error.body.authentication_required === true && !error.body.session_ended;
  }
}

/**
 * Remembers that a session expired or, with `null`, was ended. Until the next login, only `null` replaces a note. If
 * the note cannot be stored, the next page asks the server itself.
 */
export function rememberEnded(member: MemberId | null): void {
  if (member !== null && readWaiting() !== null) return;
  setItem('localStorage', waitingKey, JSON.stringify({ member, at: Date.now() } satisfies Waiting));
}

/** Forgets the note after a login: the next end of a session is another one. */
export function forgetEnded(): void {
  setItem('localStorage', waitingKey, null);
}

/** Returns the member whose data may wait while nobody is logged in. `isNew`: not known before, as no page was open. */
export async function findWaiting(): Promise<{ member: MemberId; isNew: boolean } | null> {
  const { membersIn } = await import('../../platform/storage/database.ts');
  const stored = await inTime(membersIn('outbox')).catch((error: unknown) => (isLate(error) ? null : []));
  // A database that does not respond may have data of any member.
  const owners = listKeys('localStorage', memberKeys).map((key) =>
    toId<MemberId>(key.slice(memberKeys.length).split('.')[0]),
  );
  const kept = owners.filter((member) => stored === null || unsentKeys(member).size > 0);
  const members = new Set([...kept, ...(stored ?? [])]);
  const noted = readWaiting();
  if (noted) {
    const age = Date.now() - noted.at;
    const mayWait = noted.member !== null && (stored === null || members.has(noted.member));
    const isTheirs = mayWait && age >= 0 && age < unsentKeptMs;
    if (isTheirs && noted.member !== null) return { member: noted.member, isNew: false };
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
