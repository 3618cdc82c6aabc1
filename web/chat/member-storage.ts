/**
 * What a member wrote and did not send yet, kept in this browser under their id. It lives until it is sent, or until
 * they log out.
 */
const root = 'tealight.member.';

const keyOf = (member: string, name: string): string => `${root}${member}.${name}`;

/** Reads JSON of a member; null where there is none, or none that can be read. */
export function readKept(member: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(member, name)) ?? 'null');
  } catch {
    // Storage is closed to us, or holds something foreign: as good as empty.
    return null;
  }
}

/** Keeps JSON for a member; null removes it. A browser without room keeps nothing, which the page survives. */
export function keep(member: string, name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(member, name));
    else localStorage.setItem(keyOf(member, name), JSON.stringify(value));
  } catch {
    // Full, or forbidden: what was written stays on the screen only.
  }
}

export function isKeptUnder(key: string | null, member: string, name: string): boolean {
  return key === keyOf(member, name);
}

/** Removes what belongs to anybody else, everything when nobody is logged in. */
export function keepStorageOf(member: string | null): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(root) && (member === null || !key.startsWith(keyOf(member, '')))) localStorage.removeItem(key);
  } catch {
    // Without storage nothing is left behind either.
  }
}
