import { pathTo } from '../route-table.ts';

/** The page that shows where a complaint stands. */
export function statePath({ number, token }: { number: string; token: string }): string {
  return `${pathTo('complaint-state')}?${new URLSearchParams({ number, token }).toString()}`;
}
