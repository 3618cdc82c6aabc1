import { hash } from 'node:crypto';

import { icebreakersAtOnce } from '../../../contract/chat/limits.ts';
import { type Interest, interestCategories, interests } from '../../../contract/members/interests.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import type { SaidOnProfile } from '../../members/said-on-profile.ts';
import type { ShownLines } from '../queries.ts';

type IcebreakerId = Extract<SentenceId, `icebreakers.${string}`>;

export interface Line {
  id: IcebreakerId;
  interest?: Interest;
  town?: string;
}

const numberIds = (of: string, most: number): readonly IcebreakerId[] =>
  Array.from({ length: most }, (_, place) => `icebreakers.${of}-${place + 1}` as IcebreakerId);
const general = numberIds('general', 12);
const towns = numberIds('town', 3);
const languages = numberIds('languages', 3);
const byCategory = interestCategories.map((category) => ({ category, ids: numberIds(category, 4) }));

/** The most lines of a triple that are about the profile, as long as general lines are left. */
const aboutProfileAtOnce = 2;

/** Lists the lines that fit a profile. `pair` decides which interest a line names. */
export function linesFor({ interests: said, languages: spoken, town }: SaidOnProfile, pair: string): Line[] {
  const ofInterests = byCategory.flatMap(({ category, ids }) => {
    const fitting = said.filter((interest) => interests[interest].category === category);
    return ids.flatMap((id) =>
      mixed(fitting, String, `${pair} ${id}`)
        .slice(0, 1)
        .map((interest) => ({ id, interest })),
    );
  });
  return [
    ...general.map((id) => ({ id })),
    ...ofInterests,
    ...(town === null ? [] : towns.map((id) => ({ id, town }))),
    ...(spoken > 1 ? languages.map((id) => ({ id })) : []),
  ];
}

/** Number of remembered triples per pair: 16 rounds of the shortest list, which has twelve lines. */
const remembered = 64;
/** How many orders of a round are tried at most. With 64 remembered triples, two or three are usually enough. */
const ordersMax = 100;

/**
 * Chooses the next lines for a pair, and returns the history to store. No line repeats before all were shown, and no
 * remembered triple if another order is found. `shown` lists the lines of all triples, oldest first.
 */
export function nextLines(lines: readonly Line[], { rounds, shown }: ShownLines, pair: string) {
  const triples = Array.from({ length: Math.floor(shown.length / icebreakersAtOnce) }, (_, place) =>
    shown.slice(place * icebreakersAtOnce, (place + 1) * icebreakersAtOnce),
  );
  const used = new Set(triples.map(deriveKey));
  const inRound = collectRound(triples);
  const fresh = lines.filter(({ id }) => !inRound.has(id));
  const isOver = fresh.length < icebreakersAtOnce;
  const round = isOver ? rounds + 1 : rounds;
  let chosen: Line[] = [];
  for (let order = 0; order < ordersMax; order += 1) {
    const seed = `${pair} ${round} ${order}`;
    const all = isOver ? [acrossRounds(lines, fresh, shown, seed)] : cut(mixed(fresh, getId, seed));
    chosen = all[0] ?? [];
    // Every triple up to the end of the round is checked, because the last one is forced.
    if (all.every((three) => !used.has(deriveKey(listIds(three))))) break;
  }
  const noted = [...shown, ...listIds(chosen)].slice(-remembered * icebreakersAtOnce);
  return { lines: chosen, noted: { rounds: round, shown: noted } };
}

/** Fills the last triple of a round from the next one, without the lines that were shown last. */
function acrossRounds(lines: readonly Line[], left: readonly Line[], shown: readonly string[], seed: string): Line[] {
  const seen = new Set([...listIds(left), ...shown.slice(-icebreakersAtOnce)]);
  const unseen = lines.filter(({ id }) => !seen.has(id));
  const again = mixed(unseen, getId, seed);
  return [...left, ...choose(again, icebreakersAtOnce - left.length)];
}

function cut(fresh: readonly Line[]): Line[][] {
  const triples: Line[][] = [];
  for (let rest = fresh; rest.length >= icebreakersAtOnce;) {
    const three = choose(rest, icebreakersAtOnce);
    triples.push(three);
    rest = rest.filter((line) => !three.includes(line));
  }
  return triples;
}

function collectRound(triples: readonly string[][]): Set<string> {
  let round = new Set<string>();
  for (const three of triples) {
    if (three.some((id) => round.has(id))) round = new Set();
    for (const id of three) round.add(id);
  }
  return round;
}

const deriveKey = (ids: readonly string[]): string => ids.toSorted().join(' ');

function choose(fresh: readonly Line[], count: number): Line[] {
  const about = fresh.filter(isAboutProfile);
  const others = fresh.filter((line) => !isAboutProfile(line));
  return [...about.slice(0, aboutProfileAtOnce), ...others, ...about.slice(aboutProfileAtOnce)].slice(0, count);
}

const isAboutProfile = ({ interest, town }: Line): boolean => interest !== undefined || town !== undefined;
const getId = ({ id }: Line): string => id;
const listIds = (lines: readonly Line[]): string[] => lines.map(getId);

function mixed<T>(things: readonly T[], getName: (thing: T) => string, seed: string): T[] {
  return things
    .map((thing) => [hash('sha256', `${seed} ${getName(thing)}`), thing] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, thing]) => thing);
}
