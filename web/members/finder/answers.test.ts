import { describe, expect, it } from 'vitest';

import type { Interest } from '../../../contract/members/interests.ts';
import { readFilters, searchAddress } from '../search/filters.ts';
import { type Answers, type Reach, toFilters, dropImpossible, readAnswers, readStep, writeAnswers } from './answers.ts';

const open: Answers = { interests: [], far: 'country', time: 'any' };
const read = (query: string): Answers => readAnswers(new URLSearchParams(query));

describe('the answers of the match finder', () => {
  it('are read from an address as they were written, and from a plain form', () => {
    const answers: Answers = { interests: ['hiking', 'cooking'], far: '25', time: 'now' };
    expect(writeAnswers(answers, 2)).toBe('step=3&interests=hiking,cooking&far=25&time=now');
    expect(read(writeAnswers(answers, 2))).toEqual(answers);
    expect(writeAnswers(open, 0)).toBe('step=1');
    expect(read('interests=hiking&interests=cooking&far=all')).toEqual({
      ...open,
      interests: ['hiking', 'cooking'],
      far: 'all',
    });
  });

  it('leave out unknown values and a fourth interest', () => {
    expect(read('interests=hiking,nonsense,cooking,music,movies&far=7&time=never')).toEqual({
      ...open,
      interests: ['hiking', 'cooking', 'music'],
    });
    expect(
      ['', 'step=1', 'step=4', 'step=5', 'step=0', 'step=1.5', 'step=x'].map((query) =>
        readStep(new URLSearchParams(query), 3),
      ),
    ).toEqual([0, 0, 3, 0, 0, 0, 0]);
  });
});

it('a distance becomes the whole country if the member has no town', () => {
  const far = (reach: Reach, hasTown: boolean): Reach =>
    dropImpossible({ ...open, far: reach }, { hasTown, interests: [] }).far;
  expect(far('25', true)).toBe('25');
  expect(far('25', false)).toBe('country');
  expect(far('all', false)).toBe('all');
});

it('only interests that the site offers are kept, once these are known', () => {
  const interests = (offered: Interest[] | null): readonly Interest[] =>
    dropImpossible({ ...open, interests: ['hiking', 'bondage'] }, { hasTown: false, interests: offered }).interests;
  expect(interests(['hiking', 'cooking'])).toEqual(['hiking']);
  expect(interests(null)).toEqual(['hiking', 'bondage']);
});

describe('the search of the match finder', () => {
  const address = (answers: Partial<Answers>, home: 'NL' | null = 'NL'): string =>
    searchAddress(toFilters({ ...open, ...answers }, { home, own: 'NL' }));

  it('has exactly the filters that were answered', () => {
    expect(address({})).toBe('order=nearest');
    expect(address({ interests: ['hiking', 'cooking'], far: '25', time: 'now' })).toBe(
      'country=all&distance=25&interests=hiking,cooking&online=1',
    );
    expect(address({ far: 'all', time: 'lately' })).toBe('country=all&order=active');
    // If a search covers all countries by default, the member's own is named.
    expect(address({}, null)).toBe('country=NL&order=nearest');
    expect(address({ far: 'all' }, null)).toBe('order=nearest');
    expect(address({ far: '25' }, null)).toBe('distance=25&order=nearest');
  });

  it('is read back from its address unchanged', () => {
    const filters = toFilters({ interests: ['music'], far: '100', time: 'lately' }, { home: 'NL', own: 'NL' });
    expect(readFilters(new URLSearchParams(searchAddress(filters)))).toEqual(filters);
  });
});
