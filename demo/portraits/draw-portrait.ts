import { beard } from './beards.ts';
import { bust } from './body.ts';
import { chance } from './chance.ts';
import { hoodBehind } from './clothes-open.ts';
import { clothes } from './clothes.ts';
import { dim, lit, mix } from './colour.ts';
import { cutOf } from './cuts.ts';
import { belowHat, earrings, glasses, hat } from './extras.ts';
import { eyes, mouth, nose } from './features.ts';
import { drawHair } from './hair.ts';
import { ageLines, ears, face, faceOutline } from './head.ts';
import { personOf } from './person.ts';
import type { Person } from './person.ts';
import { pictureOf } from './picture.ts';
import type { Picture } from './picture.ts';
import { SCENES } from './scenes.ts';
import { box, gradient, group, num } from './svg.ts';
import type { Distance, PortraitOptions } from './types.ts';

/** How large the person is, and where the middle of the face is on a canvas of 480 × 600. */
const FRAMES: Record<Distance, { zoom: number; y: number }> = {
  far: { zoom: 1.02, y: 256 },
  mid: { zoom: 1.2, y: 250 },
  near: { zoom: 1.34, y: 250 },
  close: { zoom: 1.5, y: 250 },
};

function definitions(person: Person, picture: Picture): string {
  const { id, light, room, cloth, hatCloth } = picture;
  const { base, shade, cheek } = person.skin;
  const high = lit(base, person.tone >= 4 ? 0.2 : 0.34);
  const low = mix(base, shade, 0.4);
  return (
    `<path id="${id}o" d="${faceOutline(person)}"/>` +
    gradient(
      `${id}s`,
      [light * 74, -70, -light * 70, 96],
      [
        [0, high],
        [0.55, base],
        [1, low],
      ],
    ) +
    gradient(
      `${id}n`,
      [light * 150, 120, -light * 150, 240],
      [
        [0, high],
        [0.5, base],
        [1, low],
      ],
    ) +
    gradient(
      `${id}g`,
      [light * 160, 130, -light * 150, 380],
      [
        [0, lit(cloth, 0.2)],
        [0.45, cloth],
        [1, dim(cloth, 0.24)],
      ],
    ) +
    gradient(
      `${id}t`,
      [light * 80, -140, -light * 80, -40],
      [
        [0, lit(hatCloth, 0.2)],
        [0.5, hatCloth],
        [1, dim(hatCloth, 0.22)],
      ],
    ) +
    `<radialGradient id="${id}k"><stop offset="0" stop-color="${cheek}" stop-opacity=".5"/><stop offset="1" stop-color="${cheek}" stop-opacity="0"/></radialGradient>` +
    // One straight wash of light from the side, and the shade on which name and age stand.
    gradient(
      `${id}w`,
      [240 + light * 240, 0, 240 - light * 150, 420],
      [
        [0, room.glow, 0.58],
        [0.5, room.glow, 0.16],
        [1, room.glow, 0],
      ],
    ) +
    gradient(
      `${id}v`,
      [0, 360, 0, 600],
      [
        [0, '#0a1f22', 0],
        [1, '#0a1f22', 0.36],
      ],
    )
  );
}

function headOf(person: Person, picture: Picture, hair: ReturnType<typeof drawHair>): string {
  const { light } = picture;
  const shadow = group(`translate(${-light * 5} 11)`, hair.shadow);
  const smooth = face(
    person,
    picture,
    shadow +
      (picture.hat === 'none' ? '' : group('translate(0 14)', box(-90, -120, 180, 66, person.skin.shade, 0, 0.5))),
  );
  const front =
    picture.hat === 'none'
      ? hair.front
      : `${belowHat(picture.id)}<g clip-path="url(#${picture.id}b)">${hair.front}</g>`;
  return (
    ears(person, picture) +
    smooth +
    ageLines(person, picture) +
    beard(person, picture) +
    nose(person, picture) +
    mouth(person, picture) +
    eyes(person, picture) +
    glasses(person, picture) +
    earrings(person) +
    front +
    hat(picture)
  );
}

/**
 * Draws a person who does not exist as SVG of 480 × 600 (4:5), at most 16 kB. The same seed and options always give
 * the same text; the same seed with another `shot` gives the same person in another picture.
 * A profile shown with such a drawing has to carry the fictional label.
 */
export function drawPortrait(seed: string, options: PortraitOptions): string {
  const person = personOf(seed, options);
  const picture = pictureOf(seed, person, options);
  const hair = drawHair(cutOf(person.cut, seed, person.age), person, picture);
  const scene = SCENES[picture.scene](picture.room, chance(`scene ${seed} ${options.shot ?? 0}`), picture.light);
  const { zoom, y } = FRAMES[picture.distance];
  const hold = (body: string): string => group(`rotate(${num(picture.tilt)} 0 92)`, body);
  const back = picture.hat === 'none' || !person.cut.includes('knot') ? hair.back : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="480" height="600" stroke-linecap="round" stroke-linejoin="round"><defs>${definitions(person, picture)}${hair.defs}</defs>` +
    box(0, 0, 480, 600, picture.room.wall) +
    scene +
    box(0, 0, 480, 600, `url(#${picture.id}w)`) +
    group(
      `translate(${num(240 - picture.turn * 10)} ${y}) scale(${zoom})`,
      hold(back) +
        group('translate(0 -10)', hoodBehind(person, picture) + bust(person, picture) + clothes(person, picture)) +
        hold(headOf(person, picture, hair)),
    ) +
    box(0, 360, 480, 240, `url(#${picture.id}v)`) +
    '</svg>'
  );
}
