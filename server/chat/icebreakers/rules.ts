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

/** How many triples of a pair are remembered: twelve lines, the fewest that there are, come in sixteen rounds before. */
const remembered = 64;
/** Each is another order of a round; with the triples that are remembered, two or three are enough. */
const ordersMax = 100;

/**
 * The next lines for a pair, and what is to be remembered of it: in an order of the pair's own, none again before all
 * were shown, and not the same three as long as they are remembered, unless no other order was found. `shown` has the lines
 * of all triples, oldest first.
 */
export function nextLines(
  lines: readonly Line[],
  { rounds, shown }: ShownLines,
  pair: string,
): { lines: Line[]; noted: ShownLines } {
  const triples = triplesOf(shown);
  const used = new Set(triples.map(keyOf));
  const inRound = roundOf(triples);
  const fresh = lines.filter(({ id }) => !inRound.has(id));
  const isOver = fresh.length < icebreakersAtOnce;
  const round = isOver ? rounds + 1 : rounds;
  let chosen: Line[] = [];
  for (let order = 0; order < ordersMax; order += 1) {
    const seed = `${pair} ${round} ${order}`;
    const all = isOver ? [acrossRounds(lines, fresh, shown, seed)] : cut(mixed(fresh, ({ id }) => id, seed));
    chosen = all[0] ?? [];
    // All to the end of the round: the last three are what is left.
    if (all.every((three) => !used.has(keyOf(idsOf(three))))) break;
  }
  const noted = [...shown, ...idsOf(chosen)].slice(-remembered * icebreakersAtOnce);
  return { lines: chosen, noted: { rounds: round, shown: noted } };
}

/** The round ends within these lines: the others are of the next one, and none of those shown last. */
function acrossRounds(lines: readonly Line[], left: readonly Line[], shown: readonly string[], seed: string): Line[] {
  const seen = new Set([...idsOf(left), ...shown.slice(-icebreakersAtOnce)]);
  const again = mixed(
    lines.filter(({ id }) => !seen.has(id)),
    ({ id }) => id,
    seed,
  );
  return [...left, ...choose(again, icebreakersAtOnce - left.length)];
}

/** The rest of a round in triples, as it would go on from here. */
function cut(fresh: readonly Line[]): Line[][] {
  const triples: Line[][] = [];
  for (let rest = fresh; rest.length >= icebreakersAtOnce;) {
    const three = choose(rest, icebreakersAtOnce);
    triples.push(three);
    rest = rest.filter((line) => !three.includes(line));
  }
  return triples;
}

function triplesOf(shown: readonly string[]): string[][] {
  return Array.from({ length: Math.floor(shown.length / icebreakersAtOnce) }, (_, place) =>
    shown.slice(place * icebreakersAtOnce, (place + 1) * icebreakersAtOnce),
  );
}

/** What the current round has shown: it began with the latest triple that repeats something of the round before. */
function roundOf(triples: readonly string[][]): Set<string> {
  let round = new Set<string>();
  for (const three of triples) {
    if (three.some((id) => round.has(id))) round = new Set();
    for (const id of three) round.add(id);
  }
  return round;
}

const keyOf = (ids: readonly string[]): string => ids.toSorted().join(' ');

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
