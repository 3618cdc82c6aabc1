/**
 * Whether the browser is still at the address that was rendered. Who goes back twice is at another entry of the history
 * before the page has followed, and replacing the address would then replace that one.
 */
export function isStillHere({ pathname, search }: { pathname: string; search: string }): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}
