/** Prefix of the keys under which this browser keeps a member's data until it is sent or they log out. */
const root = 'tealight.member.';

/** Keys of messages not stored by any page yet (`outbox/outbox-entry.ts`) and unsaved text (`shell/use-unsaved.ts`). */
const isUnsent = /^tealight\.member\.[^.]+\.(outbox|unsaved)\./;

/** Key of the edit time of a draft that the server lacks (`composer/drafts.ts`), with its member and receiver. */
const editedDraft = /^tealight\.member\.([^.]+)\.draft-edited\.(.+)$/;

/** Key of a text brought from another page (`composer/brought-text.ts`), with its member and receiver. */
const broughtText = /^tealight\.member\.([^.]+)\.draft-brought\.(.+)$/;

const toKey = (member: string, name: string): string => `${root}${member}.${name}`;

/** Reads JSON of a member; null if there is none or it cannot be parsed. */
export function readKept(member: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(toKey(member, name)) ?? 'null');
  } catch {
    // Storage is forbidden, or the value is not JSON: treat it as empty.
    return null;
  }
}

/** Keeps JSON for a member; null removes it. False if storage is full or forbidden. */
export function keep(member: string, name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(toKey(member, name));
    else localStorage.setItem(toKey(member, name), JSON.stringify(value));
    return true;
  } catch {
    // Storage is full or forbidden: the text stays on the screen only.
    return false;
  }
}

/** Returns the names that begin with `prefix` and have a value for a member. */
export function namesKept(member: string, prefix: string): string[] {
  const start = toKey(member, '');
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start + prefix))
      .map((key) => key.slice(start.length));
  } catch {
    // Storage is forbidden: nothing is kept.
    return [];
  }
}

/**
 * Names of unsent or unsaved data, which outlives the session. Complaints and reports do not: they are about others,
 * who may use the same browser.
 */
const unsentName = /^(draft-edited|draft-brought|foothold|outbox|unsaved\.(?!complaint\.|report\.))/;

/** Key of the text of a complaint or a report. */
const isAboutOthers = /^tealight\.member\.[^.]+\.unsaved\.(complaint|report)\./;

/** Name of a draft or its server copy. Unsent if it was edited or brought here, or is of an older version. */
const draftName = /^draft(?:-known)?\.(.+)$/;

/** Returns the localStorage keys of a member's unsent or unsaved data; for null, none. */
export function unsentKeys(member: string | null): Set<string> {
  if (member === null) return new Set();
  const names = namesKept(member, '');
  const isUnsent = (name: string): boolean => {
    const receiver = draftName.exec(name)?.[1];
    if (receiver === undefined) return unsentName.test(name);
    const isEdited = ['draft-edited', 'draft-brought'].some((part) => names.includes(`${part}.${receiver}`));
    return isEdited || !names.includes(`draft-known.${receiver}`);
  };
  return new Set(names.filter(isUnsent).map((name) => toKey(member, name)));
}

/** Returns the members who have data in localStorage. */
export function membersKept(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(root));
    return [...new Set(keys.map((key) => key.slice(root.length).split('.')[0] ?? ''))];
  } catch {
    // Storage is forbidden: nothing is kept.
    return [];
  }
}

export interface Leaving {
  /** True if a member has just logged out: nothing waits for a login then. */
  hasLeft?: boolean;
  /** The member whose session has ended without a logout: their unsent and unsaved data stays (`waiting.ts`). */
  waits?: string | null;
}

/**
 * Removes the data of all other members; without a member, everything but the data that waits. Returns the number of
 * unsent messages, unsaved texts, and drafts of others that the server does not have; a text and its photo count as
 * one.
 */
export async function deleteOthersData(
  member: string | null,
  { hasLeft = false, waits = null }: Leaving = {},
): Promise<number> {
  let unsent = 0;
  const drafts = new Set<string>();
  const staying = unsentKeys(waits);
  try {
    const stored = Object.keys(localStorage);
    for (const key of stored) {
      if (!key.startsWith(root) || (member !== null && key.startsWith(toKey(member, '')))) continue;
      // Complaints and reports do not wait, so they do not count if other text does.
      if (isUnsent.test(key) && !(waits !== null && isAboutOthers.test(key))) unsent += 1;
      const [, owner = '', receiver = ''] = editedDraft.exec(key) ?? [];
      // Without a text, the draft was cleared.
      if (stored.includes(toKey(owner, `draft.${receiver}`))) drafts.add(`${owner} ${receiver}`);
      const brought = broughtText.exec(key);
      if (brought) drafts.add(`${brought[1]} ${brought[2]}`);
      if (!staying.has(key)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden, so nothing is left behind either.
  }
  const { forgetOthers } = await import('../installed-app/forget-others.ts');
  return unsent + (await forgetOthers(member, hasLeft, waits, drafts));
}
