import { describe, expect, it } from 'vitest';

import type { HairColor } from '../contract/attributes.ts';
import { demoMembers } from './members.data.ts';
import { portraitOptions } from './portrait-options.ts';
import { drawPortrait } from './portraits/draw-portrait.ts';
import { EYES, HAIRS } from './portraits/palettes.data.ts';
import { personOf } from './portraits/person.ts';
import { pictureOf } from './portraits/picture.ts';
import type { HairName } from './portraits/types.ts';

/** The hair that may be drawn for each hair color of a profile. A bald head follows from the cut. */
const hairOf: Record<HairColor, readonly HairName[]> = {
  black: ['black'],
  dark_brown: ['espresso'],
  brown: ['brown', 'chestnut'],
  light_brown: ['honey', 'ash'],
  blonde: ['blond', 'ash'],
  red: ['ginger'],
  auburn: ['auburn'],
  grey: ['grey', 'silver'],
  white: ['white', 'silver'],
  colored: [],
  bald: [],
  other: [],
};

const member = (seed: string) => demoMembers.find((one) => one.seed === seed)!;

describe.each(demoMembers)('the portraits of $name', (one) => {
  const { seed, eye_color: eyes, hair_color: hair, portrait } = one;

  it('have the eye color of the profile in every picture with open eyes', () => {
    for (let shot = 0; shot < one.photos - one.moments.length; shot += 1) {
      const options = portraitOptions(one, shot);
      const person = personOf(seed, options);
      expect(person.iris).toBe(EYES[eyes as keyof typeof EYES]);
      if (pictureOf(seed, person, options).expression !== 'warm')
        expect(drawPortrait(seed, options)).toContain(person.iris);
    }
  });

  it('have the hair color of the profile, or no hair if the profile says bald', () => {
    const person = personOf(seed, portraitOptions(one, 0));
    if (hair === 'bald') expect(person.cut).toBe('bald');
    else expect(hairOf[hair].map((name): string => HAIRS[name])).toContain(person.hair);
    expect(portrait.cut === 'bald').toBe(hair === 'bald');
  });
});

describe('the cast as drawn', () => {
  it('has broader shoulders from slim to average to muscular profiles', () => {
    const shoulders = (body_type: 'slim' | 'average' | 'muscular') =>
      personOf('joost', portraitOptions({ ...member('joost'), body_type }, 0)).shoulders;
    expect(shoulders('slim')).toBeLessThan(shoulders('average'));
    expect(shoulders('average')).toBeLessThan(shoulders('muscular'));
  });

  it('looks in different directions, and about half of it straight at the viewer', () => {
    const glances = demoMembers.map((one) => {
      const options = portraitOptions(one, 0);
      return pictureOf(one.seed, personOf(one.seed, options), options);
    });
    const straight = glances.filter(({ gaze }) => Math.abs(gaze) < 0.5);
    expect(straight.length).toBeGreaterThan(15);
    expect(straight.length).toBeLessThan(45);
    expect(glances.filter(({ gaze }) => gaze >= 0.5).length).toBeGreaterThan(5);
    expect(glances.filter(({ gaze }) => gaze <= -0.5).length).toBeGreaterThan(5);
  });
});
