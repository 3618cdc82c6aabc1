/**
 * Whether the browser is still at the rendered address. After going back twice quickly, it may be at another history
 * entry before the page follows, and replacing the address would overwrite that entry.
 */
export function isStillHere({ pathname, search }: { pathname: string; search: string }): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}
