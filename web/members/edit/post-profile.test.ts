import { expect, it } from 'vitest';

import { readChanges } from './post-profile.ts';

function changes(...fields: [string, string][]): ReturnType<typeof readChanges> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return readChanges(form);
}

it('a section posted without a script changes its own fields and no others', () => {
  expect(changes(['section', 'about'], ['about', 'I collect old radios.'])).toEqual({ about: 'I collect old radios.' });
  // Clears an empty fact, and ignores a gender that is not on the list.
  const facts: [string, string][] = [
    ['section', 'facts'],
    ['hair_color', 'brown'],
    ['eye_color', ''],
    ['gender', 'made-up'],
  ];
  expect(changes(...facts)).toEqual({ hair_color: 'brown', eye_color: null });
});

it('clears the interests if none is chosen, and saves every chosen one', () => {
  expect(changes(['section', 'interests'])).toEqual({ interests: [] });
  const both = { interests: ['cooking', 'hiking'] };
  expect(changes(['section', 'interests'], ['interests', 'cooking'], ['interests', 'hiking'])).toEqual(both);
});

it('clears the languages if none is chosen, and drops unknown ones', () => {
  expect(changes(['section', 'languages'])).toEqual({ languages: [] });
  const posted: [string, string][] = [
    ['languages', 'fi'],
    ['languages', 'klingon'],
    ['languages', 'tr'],
  ];
  expect(changes(['section', 'languages'], ...posted)).toEqual({ languages: ['fi', 'tr'] });
});

it('turns off the unset switches of its own section, and of no other', () => {
  expect(changes(['section', 'privacy'], ['invisible', 'on'])).toEqual({ invisible: true, consent_sensitive: false });
  expect(changes(['section', 'photos'])).toEqual({ visitors_see_photo: false });
});
