import { expect, it } from 'vitest';

import { contactIn } from './contact-in.ts';

it('contact details are found in a text, and dates, numbers and abbreviations are none', () => {
  const texts = {
    phone: ['Call me: +31 6 12345678', '0171/123 45 67', '(020) 123-4567', '06.12.34.56.78', '22 33 44 55'],
    email: ['Schreib an anna.k@mail.example.de', 'jörg@bücher.de'],
    link: ['https://example.org/anna', 'Find me on www.example', 'instagram.com/anna', 'meineseite.de.'],
    none: [
      '',
      'Born on 12.04.1988, or 1988-04-12, as one writes it.',
      'In Delft from 2010–2020, in 1999, 2004 2008 and 2012.',
      'I earn 100.000 smiles a year, 24/7.',
      'Kaffee, z.B. am Meer. Und dann?',
      'I love tea.Do you',
      'Tea@home, always',
      '1.80 m, 75 kg, 3 cats',
    ],
  };
  const wrong = Object.entries(texts).flatMap(([kind, list]) =>
    list.filter((text) => (contactIn(text) ?? 'none') !== kind),
  );
  expect(wrong).toEqual([]);
});
