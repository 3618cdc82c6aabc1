/**
 * localStorage key that is set while database and caches may still have other members' data. Its value is the id of
 * the member whose browser this is, empty if nobody is logged in. Only that member's kept data is shown then, and the
 * next page removes the rest.
 */
export const leftBehind = 'tealight.left-behind';

export function markLeftBehind(owner: string | null): void {
  try {
    if (owner === null) localStorage.removeItem(leftBehind);
    else localStorage.setItem(leftBehind, owner);
  } catch {
    // Storage is forbidden: nothing is kept there, and the rest is removed anyway.
  }
}
