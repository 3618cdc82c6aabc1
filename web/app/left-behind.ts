/**
 * Stands in localStorage while the database and the caches may still have something of others: the id of the member whose
 * browser this is, empty where nobody is logged in. Only what was kept of them is shown then, and the next page removes the
 * rest.
 */
export const leftBehind = 'tealight.left-behind';

export function markLeftBehind(owner: string | null): void {
  try {
    if (owner === null) localStorage.removeItem(leftBehind);
    else localStorage.setItem(leftBehind, owner);
  } catch {
    // Storage is forbidden: nothing is kept there, and the rest is removed all the same.
  }
}
