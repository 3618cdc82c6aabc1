import { pathTo } from '../platform/route-table.ts';

/** Returns the path of the page that shows the state of a complaint. */
export function statePath({ number, token }: { number: string; token: string }): string {
  return `${pathTo('complaint-state')}?${new URLSearchParams({ number, token }).toString()}`;
}

/** The path of the form for a complaint about a decision, by the decision's number. */
export function contestPath(number: string): string {
  return `${pathTo('complaints')}?${new URLSearchParams({ kind: 'decision', contests: number }).toString()}`;
}
