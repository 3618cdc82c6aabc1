import { fold, hasManyMarks } from '../../../contract/platform/fold.ts';
import type { FoundMessage } from '../../../contract/chat/found-messages.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { messageSeqMax, messagesSearchedMax } from '../../../contract/chat/limits.ts';

/** PostgreSQL's stemmer for each language. It has none for Polish: there, words are compared as written. */
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

/** A word of a text: its offset and length, its lower-case form for stemming, and its folded form for comparison. */
export interface Word {
  at: number;
  length: number;
  lower: string;
  folded: string;
}

/** The text in NFC for comparison; unchanged if it has too many marks in a row, whose sorting takes quadratic time. */
export function composed(text: string): string {
  return hasManyMarks(text) ? text : text.normalize('NFC');
}

/**
 * The words of a text in NFC: letters, digits and their marks, so "coffee/tea" and "19.30" are two words each. `known`
 * caches the forms of words across texts, because most words recur.
 */
export function splitWords(text: string, known = new Map<string, Pick<Word, 'lower' | 'folded'>>()): Word[] {
  return [...text.matchAll(/[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*/gu)].map(({ index: at, 0: word }) => {
    let forms = known.get(word);
    if (!forms) known.set(word, (forms = { lower: word.toLowerCase(), folded: fold(word) }));
    return { at, length: word.length, ...forms };
  });
}

/** The distinct words of a search, at most eight. */
export function searchWords(text: string): Pick<Word, 'lower' | 'folded'>[] {
  const words = new Map(splitWords(composed(text)).map((word) => [word.folded, word]));
  return [...words.values()].slice(0, wordsMax);
}

/** The forms whose stems are looked up: as typed, and without accents. */
export function listWordForms(words: readonly Pick<Word, 'lower' | 'folded'>[]): string[] {
  return [...new Set(words.flatMap(({ lower, folded }) => [lower, folded]))];
}

/**
 * A folded search word with the stems of its forms; none for a stop word. A text's word matches by a stem, or by its
 * beginning, because the word being typed is not complete yet.
 */
export interface Wanted {
  word: string;
  stems: readonly string[];
}

/** Combines search words with their stems. Stop words are recognized by the form as typed. */
export function buildWantedWords(
  asked: readonly Pick<Word, 'lower' | 'folded'>[],
  stemOf: ReadonlyMap<string, string | null>,
): Wanted[] {
  return asked.map((word) => {
    const isLeftOut = (stemOf.get(word.lower) ?? null) === null;
    return {
      word: word.folded,
      stems: isLeftOut ? [] : listWordForms([word]).flatMap((form) => stemOf.get(form) ?? []),
    };
  });
}

/** The words that a message must contain. Stop words count only if there are no others. */
export function mustHave(all: readonly Wanted[]): Wanted[] {
  const said = all.filter(({ stems }) => stems.length > 0);
  return said.length > 0 ? said : [...all];
}

/** The words of a text that match; undefined if a wanted word is missing. `stemOf` has the stems of candidate words. */
export function matchesIn(
  words: readonly Word[],
  wanted: readonly Wanted[],
  stemOf: ReadonlyMap<string, string>,
): Word[] | undefined {
  const isMatch = ({ word, stems }: Wanted, { lower, folded }: Word): boolean => {
    if (folded.startsWith(word)) return true;
    const own = [stemOf.get(lower), stemOf.get(folded)];
    return stems.some((stem) => own.some((one) => one?.startsWith(stem)));
  };
  if (!wanted.every((one) => words.some((word) => isMatch(one, word)))) return undefined;
  return words.filter((word) => wanted.some((one) => isMatch(one, word)));
}

/** One side of a conversation; the member may read its messages above `floor`. */
export interface Readable {
  conversation_id: string;
  floor: number;
  last_seq: number;
}

/** The messages that one call searches: those above each conversation's floor and between two `seq`. */
interface Reach<Side> {
  sides: Side[];
  above: number;
  below: number;
  /** The conversation and `seq` below which the next call continues. */
  rest: { conversation_id: string; seq: number } | null;
}

/**
 * The range that one call searches, starting with the latest conversation: at most `messagesSearchedMax` messages in
 * total. Messages below a floor count, because the database reads them too. A larger conversation is searched alone
 * and in parts. `below` is the `seq` below which the first one continues.
 */
export function computeReach<Side extends Readable>(all: readonly Side[], below: number | null): Reach<Side> {
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

/** The part of a text around the first matching word, or its beginning. */
export function buildSnippet(
  text: string,
  words: readonly Word[],
  matches: readonly Word[],
  fromStart = false,
): FoundMessage['snippet'] {
  const first = fromStart ? 0 : Math.max(0, words.findIndex((word) => word === matches[0]) - wordsBefore);
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
