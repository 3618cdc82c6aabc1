import { safeNext } from '../platform/page.ts';
import { keepInTab, readInTab } from '../platform/tab-storage.ts';

const key = 'tealight.after-payment';

/** Remembers the page where the credits ran out; the result page links back to it. */
export function rememberReturn(path: string | null): void {
  if (path !== null) keepInTab(key, path);
}

/** The path to continue to after a payment. */
export function returnPath(fallback: string): string {
  return safeNext(readInTab(key), fallback);
}
