import { describe, expect, it } from 'vitest';

import { splitSentences } from './quote.ts';

describe('the sentences of a text', () => {
  it.each([
    ['I sail. I read!', ['I sail.', 'I read!']],
    ['  Sundays:\n\nbread, tea … and a “book.” Yours?  ', ['Sundays:', 'bread, tea …', 'and a “book.”', 'Yours?']],
    ['Version 2.0 of me', ['Version 2.0 of me']],
    ['Wirklich?! (Ja.) Gut', ['Wirklich?!', '(Ja.)', 'Gut']],
    ['one line \r\nanother', ['one line', 'another']],
    [' \n ', []],
    ['\u2800\nI sail.\n\u3164\u0301', ['I sail.']],
  ])('are found with their positions in %j', (text, sentences) => {
    const found = splitSentences(text);
    expect(found.map((one) => one.text)).toEqual(sentences);
    for (const one of found) expect(text.slice(one.at, one.at + one.text.length)).toBe(one.text);
  });
});
