import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../contract/platform/languages.ts';
import { moderationReasons } from '../contract/support/operations.ts';

/** The rule of the terms that each reason quotes. `adult` summarizes another section; `law` is not one of our rules. */
const rules = { respect: 1, own: 2, selling: 3, harm: 4, robots: 5 };

function sentences(part: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`./${part}/${language}.json`, import.meta.url), 'utf8'));
}

/** Removes quotation marks, which differ within another quotation. */
const bare = (text: string): string => text.replaceAll(/[„”“‘’«»]/g, '');

describe.each(languages)('the reasons of a decision in %s', (language) => {
  const terms = sentences('static-pages', language);
  const support = sentences('support', language);

  it.each(Object.entries(rules))('%s quotes its rule of the terms word for word', (reason, rule) => {
    const quoted = terms[`terms.conduct.${rule}`]?.replace(/\.$/, '') ?? '';
    expect(quoted).not.toBe('');
    expect(bare(support[`reason.${reason}`] ?? '')).toContain(bare(quoted));
  });

  it('cover the contract', () => {
    expect(moderationReasons).toEqual(expect.arrayContaining(Object.keys(rules)));
    for (const reason of moderationReasons) expect(support[`reason.${reason}`], reason).toBeTruthy();
  });
});
