import { safeNext } from '../page.ts';
import { keepInTab, readInTab } from '../tab-storage.ts';

const key = 'tealight.after-payment';

/** Remembers where a member was when the credits ran out; the result page leads back there. */
export function rememberReturn(path: string | null): void {
  if (path !== null) keepInTab(key, path);
}

/** Where to go on after a payment. */
export function returnPath(fallback: string): string {
  return safeNext(readInTab(key), fallback);
}
