import type { FoundMessage } from '../../../contract/found-messages.ts';
import type { Language } from '../../../contract/languages.ts';
import { messageSeqMax, messagesSearchedMax } from '../../../contract/limits.ts';

/** How PostgreSQL finds the stem of a word in a language. It knows no Polish: there words are compared as they are written. */
export const stemmers: Record<Language, string> = {
  en: 'english_stem',
  nl: 'dutch_stem',
  de: 'german_stem',
  it: 'italian_stem',
  fr: 'french_stem',
  es: 'spanish_stem',
  pl: 'simple',
  da: 'danish_stem',
  fi: 'finnish_stem',
  nb: 'norwegian_stem',
  sv: 'swedish_stem',
};

const wordsMax = 8;

/** A word of a text: where it begins, how long it is, and as it is compared. */
export interface Word {
  at: number;
  length: number;
  folded: string;
}

/**
 * A text in NFC, as words are compared. One with more marks in a row than any language writes stays as it is: to put them in
 * order takes as long as the square of their number.
 */
export function composed(text: string): string {
  return /\p{M}{30}/u.test(text) ? text : text.normalize('NFC');
}

/** The words of a text in NFC: whatever is no letter or digit is between two, so that "coffee/tea" and "19.30" are two. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)].map(({ index: at, 0: word }) => {
    return { at, length: word.length, folded: word.toLowerCase() };
  });
}

/** The words that are searched for. */
export function searchWords(text: string): string[] {
  const words = wordsOf(composed(text)).map(({ folded }) => folded);
  return [...new Set(words)].slice(0, wordsMax);
}

/**
 * A word that is searched for, with its stem in the language; null for one that the language leaves out. What is being
 * typed has no stem yet: a word is found by its stem or by its beginning as it is written.
 */
export interface Wanted {
  word: string;
  stem: string | null;
}

/** Those that a message has to have: words that the language leaves out count only if there are no others. */
export function mustHave(all: readonly Wanted[]): Wanted[] {
  const said = all.filter(({ stem }) => stem !== null);
  return said.length > 0 ? said : [...all];
}

/** Which words of a text match; undefined if one of those that are wanted is missing. `stems` has those of its words that may match. */
export function matchesIn(
  words: readonly Word[],
  wanted: readonly Wanted[],
  stems: ReadonlyMap<string, string>,
): Word[] | undefined {
  const isMatch = (one: Wanted, { folded }: Word): boolean =>
    folded.startsWith(one.word) || (one.stem !== null && (stems.get(folded)?.startsWith(one.stem) ?? false));
  if (!wanted.every((one) => words.some((word) => isMatch(one, word)))) return undefined;
  return words.filter((word) => wanted.some((one) => isMatch(one, word)));
}

/** One side of a conversation; its messages above `floor` may be read. */
export interface Readable {
  conversation_id: string;
  floor: number;
  last_seq: number;
}

/** What one call looks through: of each conversation the messages above its floor, and of all those between two `seq`. */
interface Reach<Side> {
  sides: Side[];
  above: number;
  below: number;
  /** The conversation in which the next call goes on, and the `seq` below which it does. */
  rest: { conversation_id: string; seq: number } | null;
}

/**
 * What one call looks through, from the latest conversation on: never more than `messagesSearchedMax` messages, however
 * many there are. Messages below a floor count, since the database reads them with the others. A conversation with more
 * is alone in its calls, and read in parts. `below` is where the first one goes on.
 */
export function reachOf<Side extends Readable>(all: readonly Side[], below: number | null): Reach<Side> {
  const reach: Reach<Side> = { sides: [], above: 0, below: messageSeqMax, rest: null };
  let read = 0;
  for (const [place, side] of all.entries()) {
    const { conversation_id, floor, last_seq } = side;
    const end = place === 0 && below !== null ? Math.min(below, last_seq + 1) : last_seq + 1;
    const size = end - 1;
    if (size <= floor) continue;
    const isLarge = size > messagesSearchedMax || end <= last_seq;
    if (reach.sides.length > 0 && (isLarge || read + size > messagesSearchedMax))
      return { ...reach, rest: { conversation_id, seq: end } };
    reach.sides.push(side);
    read += size;
    if (!isLarge) continue;
    const above = Math.max(floor, end - 1 - messagesSearchedMax);
    const next = all[place + 1];
    const after = next ? { conversation_id: next.conversation_id, seq: next.last_seq + 1 } : null;
    return { ...reach, above, below: end, rest: above > floor ? { conversation_id, seq: above + 1 } : after };
  }
  return reach;
}

const snippetWords = 24;
const wordsBefore = 5;

/** The part of a text around the first of its words that match. */
export function snippetOf(text: string, words: readonly Word[], matches: readonly Word[]): FoundMessage['snippet'] {
  const first = Math.max(0, words.findIndex((word) => word === matches[0]) - wordsBefore);
  const end = words[first + snippetWords]?.at ?? text.length;
  const parts: FoundMessage['snippet'] = [];
  let from = first === 0 ? 0 : (words[first]?.at ?? 0);
  const add = (to: number, match: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), match });
    from = to;
  };
  for (const { at, length } of matches)
    if (at < end) {
      add(at, false);
      add(at + length, true);
    }
  add(end, false);
  return parts;
}
