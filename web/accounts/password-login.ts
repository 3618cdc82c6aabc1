import { keepInTab, readInTab } from '../tab-storage.ts';

const key = 'tealight.password-login';

/** Notes in this tab that somebody logs in by password, until the next page of a member has taken note. */
export function notePasswordLogin(isOne: boolean): void {
  keepInTab(key, isOne ? '1' : null);
}

/** Whether the member has just logged in by password. Says so once. */
export function takePasswordLogin(): boolean {
  const isOne = readInTab(key) !== null;
  notePasswordLogin(false);
  return isOne;
}
