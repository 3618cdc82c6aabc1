import { keepInTab, readInTab } from '../platform/tab-storage.ts';

const key = 'tealight.password-login';

/** Remembers in this tab that the visitor logs in by password, until a member page reads it. */
export function markPasswordLogin(isOne: boolean): void {
  keepInTab(key, isOne ? '1' : null);
}

/** Whether the member has just logged in by password. True only once. */
export function takePasswordLogin(): boolean {
  const isOne = readInTab(key) !== null;
  markPasswordLogin(false);
  return isOne;
}
