/** What a member wrote and has not sent yet, kept in this browser under their id until it is sent or they log out. */
const root = 'tealight.member.';

/** The key of a message that no page has stored yet (`outbox/outbox-entry.ts`), and of words not saved (`../use-unsaved.ts`). */
const isUnsent = /^tealight\.member\.[^.]+\.(outbox|unsaved)\./;

/** The key of when a draft was edited that the server does not have (`composer/drafts.ts`), with its member and receiver. */
const editedDraft = /^tealight\.member\.([^.]+)\.draft-edited\.(.+)$/;

/** The key of a text that was brought from another page (`composer/brought-text.ts`), with its member and receiver. */
const broughtText = /^tealight\.member\.([^.]+)\.draft-brought\.(.+)$/;

const keyOf = (member: string, name: string): string => `${root}${member}.${name}`;

/** Reads JSON of a member; null where there is none, or none that can be read. */
export function readKept(member: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(member, name)) ?? 'null');
  } catch {
    // Storage is forbidden, or holds something that is not JSON: as good as empty.
    return null;
  }
}

/** Keeps JSON for a member; null removes it. False when the browser has no room or forbids it. */
export function keep(member: string, name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(keyOf(member, name));
    else localStorage.setItem(keyOf(member, name), JSON.stringify(value));
    return true;
  } catch {
    // Full, or forbidden: the text stays on the screen only.
    return false;
  }
}

/** The names that begin with `prefix` and under which something is kept for a member. */
export function namesKept(member: string, prefix: string): string[] {
  const start = keyOf(member, '');
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
 * The names of what a member has written and not sent or saved; what else is kept belongs to their login. Complaints and
 * reports do not outlive it: they are about others, who may use the same browser.
 */
const unsentName = /^(draft-edited|draft-brought|foothold|outbox|unsaved\.(?!complaint\.|report\.))/;

/** The key of the words of a complaint or a report. */
const isAboutOthers = /^tealight\.member\.[^.]+\.unsaved\.(complaint|report)\./;

/** A draft as it is shown, and as the server has it: unsent if it was edited or brought here, or is of an older version. */
const draftName = /^draft(?:-known)?\.(.+)$/;

/** The keys of localStorage with what a member has written and not sent or saved. Of nobody, none. */
export function unsentKeys(member: string | null): Set<string> {
  if (member === null) return new Set();
  const names = namesKept(member, '');
  const isUnsent = (name: string): boolean => {
    const receiver = draftName.exec(name)?.[1];
    if (receiver === undefined) return unsentName.test(name);
    const isEdited = ['draft-edited', 'draft-brought'].some((part) => names.includes(`${part}.${receiver}`));
    return isEdited || !names.includes(`draft-known.${receiver}`);
  };
  return new Set(names.filter(isUnsent).map((name) => keyOf(member, name)));
}

/** The members of whom localStorage has something. */
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
  /** Somebody has just logged out, so that nothing waits for a login either. */
  hasLeft?: boolean;
  /** The member whose session has ended without a logout: what they had not sent or saved stays (`waiting.ts`). */
  waits?: string | null;
}

/**
 * Removes what belongs to any other member; everything when nobody is logged in, but for what waits for its member. Returns
 * how many messages of others were not sent, words not saved, and drafts that the server does not have, a text and its
 * photo as one.
 */
export async function keepStorageOf(
  member: string | null,
  { hasLeft = false, waits = null }: Leaving = {},
): Promise<number> {
  let unsent = 0;
  const drafts = new Set<string>();
  const staying = unsentKeys(waits);
  try {
    const stored = Object.keys(localStorage);
    for (const key of stored) {
      if (!key.startsWith(root) || (member !== null && key.startsWith(keyOf(member, '')))) continue;
      // Nobody is told that a complaint waits, where other words do.
      if (isUnsent.test(key) && !(waits !== null && isAboutOthers.test(key))) unsent += 1;
      const [, owner = '', receiver = ''] = editedDraft.exec(key) ?? [];
      // Without a text, it was cleared.
      if (stored.includes(keyOf(owner, `draft.${receiver}`))) drafts.add(`${owner} ${receiver}`);
      const brought = broughtText.exec(key);
      if (brought) drafts.add(`${brought[1]} ${brought[2]}`);
      if (!staying.has(key)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden, so nothing is left behind either.
  }
  const { forgetOthers } = await import('../app/forget-others.ts');
  return unsent + (await forgetOthers(member, hasLeft, waits, drafts));
}
