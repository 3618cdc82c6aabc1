import { describe, expect, it } from 'vitest';

import { contactIn } from './contact-in.ts';

describe('a contact detail', () => {
  it.each([
    ['Call me: +31 6 12345678', 'phone'],
    ['0171/123 45 67', 'phone'],
    ['(020) 123-4567', 'phone'],
    ['06.12.34.56.78', 'phone'],
    ['22 33 44 55', 'phone'],
    ['Schreib an anna.k@mail.example.de', 'email'],
    ['jörg@bücher.de', 'email'],
    ['https://example.org/anna', 'link'],
    ['Find me on www.example', 'link'],
    ['instagram.com/anna', 'link'],
    ['meineseite.de.', 'link'],
  ] as const)('is found in "%s"', (text, kind) => {
    expect(contactIn(text)).toBe(kind);
  });

  it.each([
    '',
    'Born on 12.04.1988, or 1988-04-12, as one writes it.',
    'In Delft from 2010–2020, in 1999, 2004 2008 and 2012.',
    'I earn 100.000 smiles a year, 24/7.',
    'Kaffee, z.B. am Meer. Und dann?',
    'I love tea.Do you',
    'Tea@home, always',
    '1.80 m, 75 kg, 3 cats',
  ])('is not found in "%s"', (text) => {
    expect(contactIn(text)).toBeNull();
  });
});
