import { dimHair as dim, lightness, lit, mix } from './colour.ts';
import type { Person } from './person.ts';
import type { Pose } from './picture.ts';
import { again, area, bumps, gradient, line, outline, stroke } from './svg.ts';
import type { Point } from './svg.ts';

/** Which part of the light a mass of hair takes: the lit gradient, one flat shade, or the darkest behind the neck. */
export type HairTone = 'lit' | 'shade' | 'deep';

/** A mass of hair. Runs are smooth and meet in corners; `curly` makes bumps of the points, `cord` a thick strand. */
export interface Mass {
  readonly runs: readonly (readonly Point[])[];
  readonly tone: HairTone;
  readonly curly?: boolean;
  readonly cord?: number;
}

/** A haircut in head coordinates for a face of half width 71, parted on the right; the drawing mirrors it. */
export interface Cut {
  readonly back: readonly Mass[];
  readonly front: readonly Mass[];
  /** Fine lines that follow the hair. */
  readonly strands: readonly (readonly Point[])[];
  /** Whether ears, and with them earrings, stay in sight. */
  readonly ears: boolean;
}

export interface DrawnHair {
  readonly defs: string;
  readonly back: string;
  readonly front: string;
  /** The front once more in one colour, for the shadow it throws on the face. */
  readonly shadow: string;
}

const place = (points: readonly Point[], person: Person): Point[] =>
  points.map(([x, y]): Point => [(x * person.part * person.width) / 71, y]);

function pathOf(mass: Mass, person: Person): string {
  const runs = mass.runs.map((run) => place(run, person));
  if (mass.cord) return runs.map(line).join('');
  return mass.curly ? runs.map((run) => bumps(run, person.part)).join('') : outline(...runs);
}

const draw = (mass: Mass, person: Person, fill: string): string =>
  mass.cord ? stroke(pathOf(mass, person), fill, mass.cord) : area(pathOf(mass, person), fill);

/** Draws a cut in the hair colour of the person, lit from the side of the pose. */
export function drawHair(cut: Cut, person: Person, pose: Pose): DrawnHair {
  const dark = lightness(person.hair) < 0.2;
  const high = lit(person.hair, dark ? 0.17 : 0.24);
  const tones: Record<HairTone, string> = {
    lit: `url(#${pose.id}h)`,
    shade: mix(person.hair, dim(person.hair, 0.34), 0.5),
    deep: dim(person.hair, dark ? 0.3 : 0.34),
  };
  const strandColour = lit(person.hair, dark ? 0.26 : 0.42);
  const strands = cut.strands.map((points) => line(place(points, person))).join('');
  // The masses that lie on the forehead come first; they are defined once, for the hair and for its shadow.
  const shared = cut.front.filter((mass, index) => !mass.cord && index < 3);
  const ids = shared.map((_, index) => `${pose.id}q${index}`);
  const front = cut.front.map((mass) => {
    const index = shared.indexOf(mass);
    return index < 0 ? draw(mass, person, tones[mass.tone]) : again(ids[index]!, tones[mass.tone]);
  });
  return {
    defs:
      gradient(
        `${pose.id}h`,
        [pose.light * 84, -96, -pose.light * 80, 120],
        [
          [0, high],
          [0.48, person.hair],
          [1, dim(person.hair, 0.2)],
        ],
      ) + shared.map((mass, index) => `<path id="${ids[index]}" d="${pathOf(mass, person)}"/>`).join(''),
    back: cut.back.map((mass) => draw(mass, person, tones[mass.tone])).join(''),
    front: front.join('') + (strands ? stroke(strands, strandColour, 2.2, dark ? 0.5 : 0.46) : ''),
    shadow: ids.map((id) => again(id, person.skin.shade, 0.5)).join(''),
  };
}
