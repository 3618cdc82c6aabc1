import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { attributeNames, attributes } from '../contract/members/attributes.ts';
import { interestKeys } from '../contract/members/interests.ts';
import { languages } from '../contract/platform/languages.ts';

function names(room: 'attributes' | 'interests', language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`./${room}/${language}.json`, import.meta.url), 'utf8'));
}

const valueKeys = attributeNames.map((name) => attributes[name].map((value) => `${name}.${value}`));
const attributeKeys = [
  ...attributeNames,
  ...valueKeys.flat(),
  'gender.male.plural',
  'gender.female.plural',
  'interests',
];

describe.each(languages)('the names of attributes and interests in %s', (language) => {
  const ofAttributes = names('attributes', language);
  const ofInterests = names('interests', language);

  it('cover exactly the values of the contract', () => {
    expect(Object.keys(ofAttributes).sort()).toEqual(attributeKeys.sort());
    expect(Object.keys(ofInterests)).toEqual(interestKeys);
  });

  it('are not empty, begin with a capital and contain neither markup nor placeholders', () => {
    for (const [key, name] of [...Object.entries(ofAttributes), ...Object.entries(ofInterests)]) {
      expect(name, key).toMatch(/^\p{Lu}[^<>{}#'"\s]*(?: [^<>{}#'"\s]+)*$/u);
    }
  });

  it('are short enough for a chip on a narrow phone', () => {
    for (const name of Object.values({ ...ofAttributes, ...ofInterests }))
      expect(name.length, name).toBeLessThanOrEqual(28);
  });

  it('differ within a menu', () => {
    for (const menu of [...valueKeys.map((keys) => keys.map((key) => ofAttributes[key])), Object.values(ofInterests)]) {
      expect(new Set(menu).size, menu.join(', ')).toBe(menu.length);
    }
  });
});
