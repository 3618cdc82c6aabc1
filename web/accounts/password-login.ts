const key = 'tealight.password-login';

/** Notes in this tab that somebody logs in by password, until the next page of a member has taken note. */
export function notePasswordLogin(isOne: boolean): void {
  if (isOne) sessionStorage.setItem(key, '1');
  else sessionStorage.removeItem(key);
}

/** Whether the member has just logged in by password. Says so once. */
export function takePasswordLogin(): boolean {
  const isOne = sessionStorage.getItem(key) !== null;
  notePasswordLogin(false);
  return isOne;
}
