import { describe, expect, it } from 'vitest';

import { reachOf, searchWords, snippetOf } from './rules.ts';

const side = (conversation_id: string, last_seq: number, floor = 0) => ({ conversation_id, last_seq, floor });

describe('the words of a search', () => {
  it.each([
    ['Sunday walk', `'Sunday':* & 'walk':*`],
    [`  it's & !(x) | y:* \\ ''`, `'it':* & 's':* & 'x':* & 'y':*`],
    ['a b c d e f g h i j', `'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':* & 'g':* & 'h':*`],
    ['', null],
    ['!!! … 👍', null],
  ])('of %j are %j', (text, words) => {
    expect(searchWords(text)).toBe(words);
  });
});

describe('what one call looks through', () => {
  const idsOf = (sides: readonly { conversation_id: string }[]) => sides.map((one) => one.conversation_id).join();

  it('is several conversations up to five hundred messages', () => {
    const { sides, rest } = reachOf([side('a', 200), side('b', 250, 20), side('c', 100), side('d', 1)], null);
    expect(idsOf(sides)).toBe('a,b');
    expect(rest).toEqual({ conversation_id: 'c', seq: 101 });
    expect(reachOf([side('a', 250), side('b', 250)], null).rest).toBeNull();
  });

  it('is a long conversation in parts, each alone, without a gap and to its floor', () => {
    const all = [side('a', 1_250, 150), side('b', 10)];
    const parts = [];
    for (let below: number | null = null, from = 0; ;) {
      const { above, below: end, sides, rest }: ReturnType<typeof reachOf> = reachOf(all.slice(from), below);
      parts.push([idsOf(sides), above, end]);
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

  it('leaves out what may not be read', () => {
    expect(idsOf(reachOf([side('a', 30, 30), side('b', 5)], null).sides)).toBe('b');
  });
});

describe('a snippet', () => {
  it.each([
    ['one \u{E000}two\u{E001} three', ['one ', 'two', ' three']],
    ['\u{E000}two\u{E001}', ['two']],
    ['<b>one</b>', ['<b>one</b>']],
  ])('of %j is in parts', (marked, texts) => {
    const parts = snippetOf(marked);
    expect(parts.map(({ text }) => text)).toEqual(texts);
    expect(parts.filter(({ match }) => match).map(({ text }) => text)).toEqual(marked.includes('two') ? ['two'] : []);
  });
});
