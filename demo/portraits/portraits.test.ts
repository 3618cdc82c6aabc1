import { describe, expect, it } from 'vitest';
import { CAST } from './cast.data.ts';
import { CUT_NAMES } from './cuts.ts';
import { drawMoment, MOMENT_KINDS } from './draw-moment.ts';
import { drawPortrait } from './draw-portrait.ts';
import { HAIRS, ROOMS, SKINS } from './palettes.data.ts';
import { personOf } from './person.ts';
import { SCENES } from './scenes.ts';
import type { PortraitOptions } from './types.ts';

const MOST_BYTES = 16 * 1024;

/** People of every age and both genders, three pictures each. */
const crowd = Array.from({ length: 240 }, (_, index): { seed: string; options: PortraitOptions } => ({
  seed: `crowd-${index}`,
  options: { gender: index % 2 ? 'male' : 'female', age: 18 + (index % 63), shot: index % 3 },
}));

/** A small reader of XML: every tag closes in order, attributes are quoted and named once. Throws otherwise. */
function readXml(text: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  const rest = text.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9-]+="[^"<&]*")*)\s*(\/?)>/g,
    (_, closing, name, attributes, alone) => {
      const keys = [...String(attributes).matchAll(/([a-zA-Z0-9-]+)="/g)].map((match) => match[1]);
      if (new Set(keys).size !== keys.length) throw new Error(`Attribute twice in <${name}${attributes}>.`);
      if (closing) {
        if (open.pop() !== name) throw new Error(`</${name}> closes something else.`);
      } else {
        names.push(String(name));
        if (!alone) open.push(String(name));
      }
      return '';
    },
  );
  if (open.length > 0 || rest !== '') throw new Error(`Left over: ${open.join(' ')} ${rest.slice(0, 80)}`);
  return names;
}

describe('a drawn portrait', () => {
  it('is the same text for the same seed and options', () => {
    for (const { seed, options } of crowd.slice(0, 20))
      expect(drawPortrait(seed, options)).toBe(drawPortrait(seed, options));
  });

  it('differs between seeds and between shots', () => {
    const drawings = crowd.map(({ seed, options }) => drawPortrait(seed, options));
    expect(new Set(drawings).size).toBe(crowd.length);
    const shots = [0, 1, 2, 3].map((shot) => drawPortrait('anna', { gender: 'female', age: 34, shot }));
    expect(new Set(shots).size).toBe(4);
  });

  it('shows the same person in every shot', () => {
    const shots = [0, 1, 2].map((shot) => personOf('anna', { gender: 'female', age: 34, shot }));
    expect(shots[1]).toEqual(shots[0]);
    expect(shots[2]).toEqual(shots[0]);
  });

  it('is well-formed XML without scripts, text, filters or references to the outside', () => {
    for (const { seed, options } of crowd) {
      const drawing = drawPortrait(seed, options);
      const names = new Set(readXml(drawing));
      for (const name of ['script', 'image', 'foreignObject', 'style', 'text', 'filter', 'a'])
        expect(names).not.toContain(name);
      expect(drawing.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:|data:|\son[a-z]+=|NaN|undefined|Infinity/,
      );
    }
  });

  it('refers only to ids it defines, and defines each once', () => {
    for (const { seed, options } of crowd) {
      const drawing = drawPortrait(seed, options);
      const ids = [...drawing.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
      const used = [...drawing.matchAll(/(?:url\(#|href="#)([^")]+)/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of used) expect(ids).toContain(id);
    }
  });

  it('uses other ids in another drawing, so that both can stand in one page', () => {
    const idsOf = (shot: number): string[] =>
      [...drawPortrait('anna', { gender: 'female', age: 34, shot }).matchAll(/\sid="([^"]+)"/g)].map(
        (match) => match[1]!,
      );
    const second = idsOf(1);
    expect(idsOf(0).filter((id) => second.includes(id))).toEqual([]);
  });

  it('is at most 16 kB for anyone', () => {
    for (const { seed, options } of crowd)
      expect(Buffer.byteLength(drawPortrait(seed, options))).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('draws every haircut at both ends of life within its size', () => {
    for (const cut of CUT_NAMES) {
      for (const age of [18, 80]) {
        const drawing = drawPortrait(`cut-${cut}`, { gender: 'female', age, cut, room: 'books' });
        expect(() => readXml(drawing)).not.toThrow();
        expect(drawing.length).toBeLessThanOrEqual(MOST_BYTES);
      }
    }
  });

  it('obeys the options that name skin, hair and cloth', () => {
    const drawing = drawPortrait('anna', { gender: 'female', age: 30, skin: 5, hair: 'ginger', cloth: '#123456' });
    for (const colour of [SKINS[5].base, HAIRS.ginger, '#123456']) expect(drawing).toContain(colour);
  });

  it('keeps beards to men and grey hair to later years', () => {
    for (const { seed } of crowd) {
      expect(personOf(seed, { gender: 'female', age: 30 }).beard).toBe('none');
      const young = personOf(seed, { gender: 'male', age: 30 }).hair;
      expect([HAIRS.grey, HAIRS.silver, HAIRS.white] as string[]).not.toContain(young);
    }
  });

  it('has the variety the look asks for', () => {
    expect(SKINS).toHaveLength(7);
    expect(Object.keys(HAIRS)).toHaveLength(12);
    expect(Object.keys(ROOMS)).toHaveLength(10);
    expect(Object.keys(SCENES)).toHaveLength(14);
    expect(CUT_NAMES.length).toBeGreaterThanOrEqual(26);
  });
});

describe('a drawn moment', () => {
  it('is well-formed, small and repeatable for every kind, and differs between kinds', () => {
    expect(MOMENT_KINDS.length).toBeGreaterThanOrEqual(8);
    const drawings = MOMENT_KINDS.map((kind) => drawMoment(kind, 'anna'));
    expect(new Set(drawings).size).toBe(MOMENT_KINDS.length);
    for (const [index, kind] of MOMENT_KINDS.entries()) {
      const drawing = drawings[index]!;
      expect(drawMoment(kind, 'anna')).toBe(drawing);
      expect(() => readXml(drawing)).not.toThrow();
      expect(drawing.length).toBeLessThanOrEqual(MOST_BYTES);
      expect(drawing).not.toMatch(/NaN|undefined|<script|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    }
  });
});

describe('the cast of the start page', () => {
  it('has ten different people, as many women as men', () => {
    expect(new Set(CAST.map(({ seed }) => seed)).size).toBe(10);
    expect(CAST.filter(({ options }) => options.gender === 'female')).toHaveLength(5);
    for (const { seed, options } of CAST) expect(drawPortrait(seed, options).length).toBeLessThanOrEqual(MOST_BYTES);
  });
});
