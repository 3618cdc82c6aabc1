type StorageName = 'localStorage' | 'sessionStorage';

/** Reads a value; null if there is none or the browser forbids storage. */
export function readItem(storage: StorageName, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    // Forbidden: nothing was stored.
    return null;
  }
}

/** Reads JSON of this browser; null if there is none or it cannot be parsed. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readItem('localStorage', key) ?? 'null');
  } catch {
    // The value is not JSON, so it is not ours.
    return null;
  }
}

/** Stores a value; null removes it. Returns false if storage is full or forbidden. */
export function setItem(storage: StorageName, key: string, value: string | null): boolean {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
    return true;
  } catch {
    // Full or forbidden: the result tells the caller.
    return false;
  }
}

export function listKeys(storage: StorageName, prefix: string): string[] {
  try {
    return Object.keys(globalThis[storage]).filter((key) => key.startsWith(prefix));
  } catch {
    // Forbidden: nothing is stored.
    return [];
  }
}

export function readCookie(name: string): string {
  return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax${secure}`;
}
