import { pathTo } from '../route-table.ts';

/** The page that shows where a complaint stands. */
export function statePath({ number, token }: { number: string; token: string }): string {
  return `${pathTo('complaint-state')}?${new URLSearchParams({ number, token }).toString()}`;
}

/** The form for complaints about a decision, by the number under which it was told. */
export function contestPath(number: string): string {
  return `${pathTo('complaints')}?${new URLSearchParams({ kind: 'decision', contests: number }).toString()}`;
}
