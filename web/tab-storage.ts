/** What is noted for this tab until it is closed, where the browser allows that: where it does not, asking is refused, too. */

/** Null where there is nothing, or storage is forbidden. */
export function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Forbidden: nothing was kept.
    return null;
  }
}

/** Keeps a value for this tab; null removes it. False when the browser has no room or forbids it. */
export function keepInTab(key: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    // Full or forbidden: whoever has to know is told.
    return false;
  }
}
