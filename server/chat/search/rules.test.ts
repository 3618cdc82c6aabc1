import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import {
  type Wanted,
  toNfc,
  matchesIn,
  mustHave,
  computeReach,
  searchWords,
  buildSnippet,
  buildWantedWords,
  splitWords,
} from './rules.ts';

const side = (id: string, last_seq: number, floor = 0) => ({
  conversation_id: toId<ConversationId>(id),
  last_seq,
  floor,
});

describe('the words of a search', () => {
  it.each([
    ['Sunday walk', ['sunday', 'walk']],
    [`  it's & !(x) | y:* \\ ''`, ['it', 's', 'x', 'y']],
    ['E\u0301te\u0301 19.30 ÉTÉ', ['\u00e9t\u00e9', '19', '30']],
    ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['', []],
    ['!!! … 👍 ❤\ufe0f', []],
  ])('for %j are %j', (text, words) => {
    expect(searchWords(text).map(({ lower }) => lower)).toEqual(words);
  });
});

describe('the reach of one search call', () => {
  const getIds = (sides: readonly { conversation_id: ConversationId }[]) =>
    sides.map((one) => one.conversation_id).join();

  it('covers several conversations, up to five hundred messages', () => {
    const { sides, rest } = computeReach([side('a', 200), side('b', 250, 20), side('c', 100), side('d', 1)], null);
    expect(getIds(sides)).toBe('a,b');
    expect(rest).toEqual({ conversation_id: 'c', seq: 101 });
    expect(computeReach([side('a', 250), side('b', 250)], null).rest).toBeNull();
  });

  it('covers a long conversation in parts, each in its own call, without gaps and down to its floor', () => {
    const all = [side('a', 1_250, 150), side('b', 10)];
    const parts = [];
    for (let below: number | null = null, from = 0; ;) {
      const { above, below: end, sides, rest }: ReturnType<typeof computeReach> = computeReach(all.slice(from), below);
      parts.push([getIds(sides), above, end]);
      if (!rest) break;
      from = all.findIndex((one) => one.conversation_id === rest.conversation_id);
      below = rest.seq;
    }
    expect(parts).toEqual([
      ['a', 750, 1_251],
      ['a', 250, 751],
      ['a', 150, 251],
      ['b', 0, 2_147_483_647],
    ]);
  });

  it('leaves out conversations with nothing that may be read', () => {
    expect(getIds(computeReach([side('a', 30, 30), side('b', 5)], null).sides)).toBe('b');
  });
});

describe('a text', () => {
  it('is composed unless it has more marks in a row than any language uses', () => {
    expect(toNfc('cafe\u0301')).toBe('caf\u00e9');
    const marks = `a${'\u0315\u0300'.repeat(5_000)}`;
    expect(toNfc(marks)).toBe(marks);
  });
});

describe('a message', () => {
  const walk = { word: 'walks', stems: ['walk'] };
  const the = { word: 'the', stems: [] };
  const stems = new Map([['walked', 'walk']]);
  const matched = (text: string, ...wanted: Wanted[]) =>
    matchesIn(splitWords(text), mustHave(wanted), stems)?.map(({ folded }) => folded);

  it('is found if it has every search word, by its stem or its beginning', () => {
    expect(matched('We WALKED home', walk)).toEqual(['walked']);
    expect(matched('A walkshop; we walked', walk)).toEqual(['walkshop', 'walked']);
    expect(matched('We walked home', walk, { word: 'hom', stems: ['hom'] })).toEqual(['walked', 'home']);
    expect(matched('We walked', walk, { word: 'hom', stems: ['hom'] })).toBeUndefined();
  });

  it('is found by the stem of a search word as written or without its accents', () => {
    const stems = new Map([
      ['aimées', 'aim'],
      ['aimees', 'aime'],
      ['für', null],
      ['fur', 'fur'],
    ]);
    const [aimees, fur] = buildWantedWords(searchWords('aimées für'), stems);
    expect([aimees, fur]).toEqual([
      { word: 'aimees', stems: ['aim', 'aime'] },
      { word: 'fur', stems: [] },
    ]);
    const said = new Map([['aimer', 'aim']]);
    expect(
      matchesIn(splitWords('Aimer, oui'), mustHave([{ word: 'aimees', stems: ['aim', 'aime'] }]), said),
    ).toHaveLength(1);
  });

  it('need not contain stop words unless the search has no other words', () => {
    expect(matched('We walked', the, walk)).toEqual(['walked']);
    expect(matched('We walked', the)).toBeUndefined();
    expect(matched('Then we walked', the)).toEqual(['then']);
  });
});

describe('a snippet', () => {
  const shown = (text: string, ...begun: string[]): string => {
    const words = splitWords(text);
    const wanted = begun.map((word) => ({ word, stems: [word] }));
    return buildSnippet(text, words, matchesIn(words, wanted, new Map()) ?? [])
      .map((part) => (part.match ? `[${part.text}]` : part.text))
      .join('');
  };

  it('marks the matches in the text exactly as it was written', () => {
    expect(shown('One, twO; <b>three</b>', 'two', 'thr')).toBe('One, [twO]; <b>[three]</b>');
    expect(shown('Line one\nand two', 'two')).toBe('Line one\nand [two]');
  });

  it('shows the text around the first match', () => {
    const words = Array.from({ length: 60 }, (_, place) => `w${place}.`);
    const text = words.join(' ');
    expect(shown(text, 'w40')).toBe(`${words.slice(35, 59).join(' ').replace('w40', '[w40]')} `);
    expect(shown(text, 'w59')).toBe(words.slice(54).join(' ').replace('w59', '[w59]'));
  });
});
