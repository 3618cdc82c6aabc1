import { createHash } from 'node:crypto';

import { type Interest, type InterestCategory, interestCategories, interests } from '../../../contract/interests.ts';
import { icebreakersAtOnce } from '../../../contract/limits.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import type { SaidOnProfile } from '../../members/said-on-profile.ts';
import type { ShownLines } from './queries.ts';

type IcebreakerId = Extract<SentenceId, `icebreakers.${string}`>;

/** An opening line: one of our sentences, and what it names of the profile. */
export interface Line {
  id: IcebreakerId;
  interest?: Interest;
  town?: string;
}

const general: readonly IcebreakerId[] = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map(
  (number) => `icebreakers.general-${number}` as const,
);
const towns: readonly IcebreakerId[] = ([1, 2, 3] as const).map((number) => `icebreakers.town-${number}` as const);
const ofCategory = (category: InterestCategory): readonly IcebreakerId[] =>
  ([1, 2, 3, 4] as const).map((number) => `icebreakers.${category}-${number}` as const);

/** Every line that there is. */
export const allLines: readonly IcebreakerId[] = [...general, ...interestCategories.flatMap(ofCategory), ...towns];

/** How many of those shown at once are about what the profile says, as long as there are others. */
const aboutProfileAtOnce = 2;

/** The lines for a profile, from what the reader may see of it. `pair` decides which of several interests a line names. */
export function linesFor({ interests: said, town }: SaidOnProfile, pair: string): Line[] {
  const ofInterests = interestCategories.flatMap((category) => {
    const fitting = said.filter((interest) => interests[interest].category === category);
    return ofCategory(category).flatMap((id) => {
      const [interest] = mixed(fitting, (one) => one, `${pair} ${id}`);
      return interest ? [{ id, interest }] : [];
    });
  });
  return [
    ...general.map((id) => ({ id })),
    ...ofInterests,
    ...(town === null ? [] : towns.map((id) => ({ id, town }))),
  ];
}

/**
 * The next lines for a pair, and what is to be remembered of it: in an order of the pair's own, none again before all
 * were shown, and then in another order.
 */
export function nextLines(
  lines: readonly Line[],
  { rounds, shown }: ShownLines,
  pair: string,
): { lines: Line[]; noted: ShownLines } {
  const inOrder = (round: number): Line[] => mixed(lines, ({ id }) => id, `${pair} ${round}`);
  const first = choose(
    inOrder(rounds).filter(({ id }) => !shown.includes(id)),
    icebreakersAtOnce,
  );
  const missing = icebreakersAtOnce - first.length;
  if (missing === 0) return { lines: first, noted: { rounds, shown: [...shown, ...idsOf(first)] } };
  // The round ends within these lines: the others are of the next one, and none of those shown last.
  const seen = new Set([...idsOf(first), ...shown.slice(-icebreakersAtOnce)]);
  const again = choose(
    inOrder(rounds + 1).filter(({ id }) => !seen.has(id)),
    missing,
  );
  const both = [...first, ...again];
  return { lines: both, noted: { rounds: rounds + 1, shown: idsOf(both) } };
}

function choose(fresh: readonly Line[], count: number): Line[] {
  const about = fresh.filter(isAboutProfile);
  const others = fresh.filter((line) => !isAboutProfile(line));
  return [...about.slice(0, aboutProfileAtOnce), ...others, ...about.slice(aboutProfileAtOnce)].slice(0, count);
}

const isAboutProfile = ({ interest, town }: Line): boolean => interest !== undefined || town !== undefined;
const idsOf = (lines: readonly Line[]): string[] => lines.map(({ id }) => id);

/** The same things in an order that looks like chance and is always the same for `seed`. */
function mixed<T>(things: readonly T[], nameOf: (thing: T) => string, seed: string): T[] {
  const place = (thing: T): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(thing)}`)
      .digest('hex');
  return things
    .map((thing) => [place(thing), thing] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, thing]) => thing);
}
