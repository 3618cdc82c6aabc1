import { describe, expect, it } from 'vitest';

import { byProfileAttribute } from '../../../contract/members/attributes.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import { profileFields } from '../../../contract/members/shown-profile.ts';
import { completeness } from './completeness.ts';

const empty = {
  main_image: null,
  about: '',
  town: null,
  interests: [],
  languages: [],
  consent_sensitive: true,
  ...byProfileAttribute(() => null),
} as unknown as OwnProfile;

const full: OwnProfile = {
  ...empty,
  main_image: { filename: 'a', match: 'b', thumb_filename: 'c', status: 'approved' },
  about: 'I restore old paintings and walk my dog along the river on Sundays.',
  town: { id: 'nl-utrecht', name: 'Utrecht' },
  interests: ['hiking', 'cooking', 'music'],
  languages: ['fi'],
  hair_color: 'brown',
  eye_color: 'green',
  body_type: 'average',
};

const complete = { part: 1, next: null };

describe('the completeness of a profile', () => {
  it('goes from zero to full, and names the first missing step even if later steps are done', () => {
    expect(completeness(empty, profileFields)).toEqual({ part: 0, next: 'photo' });
    expect(completeness(full, profileFields)).toEqual(complete);
    expect(completeness({ ...full, about: '  Hi  ' }, profileFields)).toEqual({ part: 5 / 6, next: 'about' });
    expect(completeness({ ...full, languages: [] }, profileFields).next).toBe('languages');
    expect(completeness({ ...full, eye_color: null }, profileFields).next).toBe('facts');
  });
  it('never asks for interests without the consent to store them', () => {
    expect(completeness({ ...full, interests: [], consent_sensitive: false }, profileFields)).toEqual(complete);
  });
  it('asks for nothing that the site does not show', () => {
    expect(completeness({ ...full, about: '', town: null, interests: [] }, ['eye_color'])).toEqual(complete);
    expect(completeness({ ...full, eye_color: null }, ['eye_color']).next).toBe('facts');
  });
});
