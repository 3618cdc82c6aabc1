import { safeNext } from '../platform/pages/page.ts';
import { readItem, setItem } from '../platform/storage/storage.ts';

const key = 'tealight.after-payment';

/** Remembers the page where the credits ran out; the result page links back to it. */
export function rememberReturn(path: string | null): void {
  if (path !== null) setItem('sessionStorage', key, path);
}

export function returnPath(fallback: string): string {
  return safeNext(readItem('sessionStorage', key), fallback);
}
