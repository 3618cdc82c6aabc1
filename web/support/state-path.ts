import { pathTo } from '../platform/pages/route-table.ts';

export function statePath({ number, token }: { number: string; token: string }): string {
  return `${pathTo('complaint-state')}?${new URLSearchParams({ number, token }).toString()}`;
}

/** Returns the path of the form for a complaint about a decision, by the decision's number. */
export function contestPath(number: string): string {
  return `${pathTo('complaints')}?${new URLSearchParams({ kind: 'decision', contests: number }).toString()}`;
}
