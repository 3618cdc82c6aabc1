import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { interestKeys } from '../../../contract/members/interests.ts';
import { languages } from '../../../contract/platform/languages.ts';
import english from '../../../locales/icebreakers/en.json' with { type: 'json' };
import { createSentences } from '../../platform/text/sentences.ts';
import { formatIcebreaker } from './list-icebreakers.ts';
import { type Line, linesFor, nextLines } from './rules.ts';

const full = { interests: interestKeys, languages: 2, town: 'Utrecht' } as const;
const empty = { interests: [], languages: 1, town: null } as const;
const unshown = { rounds: 0, shown: [] as string[] };

function ask(lines: Line[], times: number, pair = 'she he'): Line[][] {
  let noted = unshown;
  return Array.from({ length: times }, () => {
    const next = nextLines(lines, noted, pair);
    noted = next.noted;
    return next.lines;
  });
}

const ids = (lines: readonly Line[]): string[] => lines.map(({ id }) => id);

describe('opening lines', () => {
  it('match the English sentences one to one, and are all offered for a full profile', () => {
    expect(ids(linesFor(full, 'she he')).toSorted()).toEqual(
      Object.keys(english)
        .map((key) => `icebreakers.${key}`)
        .toSorted(),
    );
  });

  it('mention nothing that the profile does not say', () => {
    const lines = linesFor({ interests: ['yoga', 'sauna'], languages: 1, town: null }, 'she he');
    for (const { id, interest, town } of lines) {
      expect(id).toMatch(/^icebreakers\.(general|active|outdoors)-/);
      expect(town).toBeUndefined();
      expect(interest).toBe({ general: undefined, active: 'yoga', outdoors: 'sauna' }[id.split(/[.-]/)[1] ?? '']);
    }
    expect(linesFor(empty, 'she he').every(({ id }) => id.startsWith('icebreakers.general-'))).toBe(true);
  });

  it('come three at a time, all different, and two of them mention something from the profile', () => {
    for (const lines of ask(linesFor(full, 'she he'), 6)) {
      expect(new Set(ids(lines)).size).toBe(3);
      expect(lines.filter(({ interest, town }) => interest ?? town)).toHaveLength(2);
    }
  });

  const one = { interests: ['yoga'], languages: 0, town: null } as const;
  const two = { interests: ['yoga'], languages: 0, town: 'Utrecht' } as const;
  it.each([
    ['everything', full],
    ['nothing', empty],
    ['an interest', one],
    ['an interest and a town', two],
  ])('repeat only after all have been shown, and never as the same three, if the profile says %s', (_what, said) => {
    // The history covers 16 rounds of twelve lines.
    const [pairs, rounds] = said === empty ? [40, 16] : said === full ? [10, 5] : [100, 5];
    for (let number = 0; number < pairs; number += 1) {
      const pair = `${number} he`;
      const lines = linesFor(said, pair);
      const shown = ask(lines, Math.ceil((lines.length * rounds) / 3), pair).map(ids);
      expect(new Set(shown.flat().slice(0, lines.length)).size).toBe(lines.length);
      for (const [index, three] of shown.entries())
        expect(new Set([...three, ...(shown[index - 1] ?? [])]).size).toBe(index === 0 ? 3 : 6);
      expect(new Set(shown.map((three) => three.toSorted().join())).size).toBe(shown.length);
    }
  });

  it('do not repeat when the profile changes in between', () => {
    const { lines, noted } = nextLines(linesFor(full, 'she he'), unshown, 'she he');
    const fewer = linesFor({ interests: ['yoga'], languages: 0, town: 'Utrecht' }, 'she he');
    const next = nextLines(fewer, noted, 'she he').lines;
    expect(ids(next).filter((id) => ids(lines).includes(id))).toEqual([]);
  });

  it('differ between members', () => {
    const firsts = Array.from({ length: 20 }, (_, member) => `member${member} he`).map((pair) =>
      ids(nextLines(linesFor(full, pair), unshown, pair).lines)
        .toSorted()
        .join(),
    );
    expect(new Set(firsts).size).toBeGreaterThan(17);
  });

  it.each(languages)('can be written in %s with every interest, in at most 200 characters', (language) => {
    const say = createSentences(fileURLToPath(new URL('../../../locales', import.meta.url))).in(language);
    for (const { id } of linesFor(full, 'she he'))
      for (const interest of interestKeys) {
        const words = formatIcebreaker({ id, interest, town: 'Bad Homburg vor der Höhe' }, say);
        expect(words).not.toMatch(/[{}!]|icebreakers|interests\.|undefined/);
        expect(words.length).toBeLessThanOrEqual(200);
      }
  });
});
