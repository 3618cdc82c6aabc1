import { describe, expect, it } from 'vitest';

import { readChanges } from './posted-profile.ts';

function formOf(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

describe('a section posted without a script', () => {
  it('changes its own fields and no others', () => {
    const about = [
      ['section', 'about'],
      ['about', 'I collect old radios.'],
    ] as [string, string][];
    expect(readChanges(formOf(about))).toEqual({ about: 'I collect old radios.' });
  });
  it('clears an empty fact, and ignores a gender that is not on the list', () => {
    const facts = [
      ['section', 'facts'],
      ['hair_color', 'brown'],
      ['eye_color', ''],
      ['gender', 'made-up'],
    ] as [string, string][];
    expect(readChanges(formOf(facts))).toEqual({ hair_color: 'brown', eye_color: null });
  });
  it('clears the interests if none is chosen, and saves every chosen one', () => {
    expect(readChanges(formOf([['section', 'interests']]))).toEqual({ interests: [] });
    const two = ['cooking', 'hiking'].map((key) => ['interests', key] as [string, string]);
    expect(readChanges(formOf([['section', 'interests'], ...two]))).toEqual({ interests: ['cooking', 'hiking'] });
  });
  it('turns off the unset switches of its own section, and of no other', () => {
    const privacy = formOf([
      ['section', 'privacy'],
      ['invisible', 'on'],
    ]);
    expect(readChanges(privacy)).toEqual({ invisible: true, consent_sensitive: false });
    expect(readChanges(formOf([['section', 'photos']]))).toEqual({ visitors_see_photo: false });
  });
});
