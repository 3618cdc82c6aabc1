import { readItem, setItem } from '../../platform/storage/storage.ts';

const key = 'tealight.password-login';

/** Remembers in this tab that the visitor logs in by password, until a member page reads it. */
export function markPasswordLogin(isOne: boolean): void {
  setItem('sessionStorage', key, isOne ? '1' : null);
}

/** True once after a login by password. */
export function popPasswordLogin(): boolean {
  const isOne = readItem('sessionStorage', key) !== null;
  markPasswordLogin(false);
  return isOne;
}
