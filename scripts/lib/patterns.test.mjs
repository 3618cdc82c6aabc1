import { describe, expect, it } from 'vitest';

import { findPatterns, judgePattern, readKept } from './patterns.mjs';

describe('findPatterns', () => {
  it('finds literals, calls of RegExp and the patterns of schemas, with inserted parts as a digit', () => {
    const text = [
      'const one = /a+/u;',
      "const two = new RegExp(`^${one}:(.+)$`, 'im');",
      "const three = Type.String({ pattern: '^b$' });",
    ].join('\n');
    expect(findPatterns('one.ts', text)).toEqual([
      { line: 1, source: 'a+', flags: 'u' },
      { line: 2, source: '^1:(.+)$', flags: 'im' },
      { line: 3, source: '^b$', flags: '' },
    ]);
  });

  it('leaves out one that is excused with a reason, on its line or above it', () => {
    const text = '// superlinear-ok: reads our own files.\nconst one = /a+/;\nconst two = /b+/; // superlinear-ok:\n';
    expect(findPatterns('one.ts', text)).toEqual([{ line: 3, source: 'b+', flags: '' }]);
  });
});

describe('judgePattern', { timeout: 300_000 }, () => {
  it.each([
    ['doubles with each character', '^(?:(.)\\1+)+$', 'u'],
    ['tries a run from each of its starts', '\\s+$', ''],
    ['exchanges characters between two runs', '^\\w+\\d*$', ''],
    ['looks for an end from each beginning', 'from [^]* to', ''],
    ['does so before an assertion', '\\s+(?=x)', ''],
  ])('finds one that %s', async (_what, source, flags) => {
    expect(await judgePattern({ source, flags })).toMatch(/exponential|polynomial/);
  });

  it.each([
    ['^[a-z]+(?:-[a-z]+)*$', ''],
    ['(?<!\\s)\\s+$', ''],
    ['\\S+', 'gu'],
    ['\\p{M}{30}', 'u'],
  ])('lets /%s/%s pass', async (source, flags) => {
    expect(await judgePattern({ source, flags })).toBeUndefined();
  });

  it('lets every kept pattern pass', async () => {
    const kept = [...readKept()];
    expect(kept.length).toBeGreaterThan(200);
    const refused = [];
    for (const written of kept) {
      const end = written.lastIndexOf('/');
      const fault = await judgePattern({ source: written.slice(1, end), flags: written.slice(end + 1) });
      if (fault !== undefined) refused.push(`${written} ${fault}`);
    }
    expect(refused).toEqual([]);
  });
});
