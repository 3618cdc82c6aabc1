import { safeNext } from '../page.ts';

const key = 'tealight.after-payment';

/** Remembers where a member was when the credits ran out; the result page leads back there. */
export function rememberReturn(path: string | null): void {
  if (path !== null) sessionStorage.setItem(key, path);
}

/** Where to go on after a payment. */
export function returnPath(fallback: string): string {
  return safeNext(sessionStorage.getItem(key), fallback);
}
