import { describe, expect, it } from 'vitest';

import type { Output } from '../../../contract/index.ts';
import { mergePages } from './merge-pages.ts';

type Page = Output<'searchProfiles'>;

function page(pageNumber: number, ids: string[], numResults = 60, more = false): Page {
  return { pageNumber, numResults, more, results: ids.map((id) => ({ id }) as Page['results'][number]) };
}
const idsOf = (pages: (Page | undefined)[]): string =>
  mergePages(pages)
    .members.map(({ id }) => id)
    .join('');

describe('pages of results', () => {
  it('follow each other', () => {
    expect(idsOf([page(1, ['a', 'b']), page(2, ['c'])])).toBe('abc');
  });
  it('show a member who moved to the next page only once, where they were first', () => {
    expect(idsOf([page(1, ['a', 'b']), page(2, ['b', 'c'])])).toBe('abc');
  });
  it('show the loaded pages while another is on its way', () => {
    expect(idsOf([page(1, ['a']), undefined])).toBe('a');
  });
  it('take the count of the latest page', () => {
    expect(mergePages([page(1, ['a'], 60), page(2, ['b'], 58)]).count).toBe(58);
  });
  it('have a next one as long as the count says so', () => {
    expect(mergePages([page(1, ['a'], 25)]).hasNext).toBe(true);
    expect(mergePages([page(1, ['a'], 24)]).hasNext).toBe(false);
  });
  it('have a next one beyond the count, up to the sixtieth page', () => {
    expect(mergePages(Array.from({ length: 59 }, (_, at) => page(at + 1, [`${at}`], 1_000, true))).hasNext).toBe(true);
    expect(mergePages(Array.from({ length: 60 }, (_, at) => page(at + 1, [`${at}`], 1_000, true))).hasNext).toBe(false);
  });
});
