import { describe, expect, it } from 'vitest';
import { findAvoided, readAvoided } from './avoided-words.mjs';

const document = `# Words

## Terms

| English | Here |
| --- | --- |
| Lift the block | never read |

## Avoided

| Avoided | Instead | Why |
| --- | --- | --- |
| lift the block | unblock | two names for one act |
| øl | vand | letters beyond ASCII |
| /hinter (dem )?glas\\b/ | gesperrt | an image |
| /(yes\\|no) km/ | none | a bar in an expression |

## Style

| Not | a table of words |
| --- | --- |
| block | Block |
`;
const avoided = readAvoided(document);
const found = (text) => findAvoided(text, avoided).map(({ form, instead }) => `${form} → ${instead}`);

describe('the words to avoid', () => {
  it('are the rows of the table under their heading', () => {
    expect(avoided.map(({ form }) => form)).toEqual([
      'lift the block',
      'øl',
      '/hinter (dem )?glas\\b/',
      '/(yes|no) km/',
    ]);
  });

  it('are found in a sentence, whatever their case', () => {
    expect(found('Lift the block on {name}')).toEqual(['lift the block → unblock']);
    expect(found('Unblock {name}')).toEqual([]);
  });

  it('are whole words, also between letters beyond ASCII', () => {
    expect(found('Et ØL, tak')).toEqual(['øl → vand']);
    expect(found('Følg et køl')).toEqual([]);
  });

  it('may be regular expressions', () => {
    expect(found('Die anderen bleiben hinter Glas.')).toHaveLength(1);
    expect(found('Die anderen stehen hinter Glastüren.')).toEqual([]);
  });

  it('are found in every form of a plural and a choice', () => {
    const text = (verb) => `{count, plural, one {#} other {${verb} {kind, select, a {the} other {this}} block}}`;
    expect(found(text('Lift'))).toHaveLength(1);
    expect(found(text('See'))).toEqual([]);
  });

  it('are found across spaces that do not break and around tags', () => {
    expect(found('Lift\u00a0the block')).toHaveLength(1);
    expect(found('<b>Lift</b> the block')).toHaveLength(1);
  });

  it('are not names of placeholders', () => {
    expect(
      findAvoided('Hello {name}', readAvoided('## Avoided\n\n| A | B | C |\n| - | - | - |\n| name | x | y |')),
    ).toEqual([]);
  });

  it('are refused if an expression does not parse', () => {
    expect(() => readAvoided('## Avoided\n\n| A | B | C |\n| - | - | - |\n| /(/ | x | y |')).toThrow('/(/');
  });
});
