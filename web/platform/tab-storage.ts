/** Reads a value of this tab, kept until it is closed. Null if there is none or the browser forbids storage. */
export function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Forbidden: nothing was stored.
    return null;
  }
}

/** Stores a value for this tab; null removes it. False if storage is full or forbidden. */
export function keepInTab(key: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    // Full or forbidden: the result tells the caller.
    return false;
  }
}
