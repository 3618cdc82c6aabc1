import { messageSeqMax, messagesSearchedMax } from '../../../contract/chat/limits.ts';
import type { FoundMessage } from '../../../contract/chat/operations.ts';
import { fold, hasManyMarks } from '../../../contract/platform/fold.ts';
import type { Language } from '../../../contract/platform/languages.ts';

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

export interface Forms {
  lower: string;
  folded: string;
}

export interface Word extends Forms {
  at: number;
  length: number;
}

/**
 * Composes the text to NFC for comparison; unchanged if it has too many marks in a row, whose sorting takes quadratic
 * time.
 */
export function toNfc(text: string): string {
  return hasManyMarks(text) ? text : text.normalize('NFC');
}

/** Splits into letters, digits and marks: "19.30" is two words. `known` caches across texts: most words recur. */
export function splitWords(text: string, known = new Map<string, Forms>()): Word[] {
  return [...text.matchAll(/[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*/gu)].map(({ index: at, 0: word }) => {
    let forms = known.get(word);
    if (!forms) known.set(word, (forms = { lower: word.toLowerCase(), folded: fold(word) }));
    return { at, length: word.length, ...forms };
  });
}

export function searchWords(text: string): Forms[] {
  const words = new Map(splitWords(toNfc(text)).map((word) => [word.folded, word]));
  return [...words.values()].slice(0, wordsMax);
}

export function listWordForms(words: readonly Forms[]): string[] {
  return [...new Set(words.flatMap(({ lower, folded }) => [lower, folded]))];
}

/** A text's word matches by a stem or by its beginning: the word being typed is not complete yet. */
export interface Wanted {
  word: string;
  stems: readonly string[];
}

/** Prepares the wanted words. Stop words have no stem. */
export function buildWantedWords(asked: readonly Forms[], stemsByWord: ReadonlyMap<string, string | null>): Wanted[] {
  return asked.map((word) => ({
    word: word.folded,
    stems: stemsByWord.get(word.lower) ? listWordForms([word]).flatMap((form) => stemsByWord.get(form) ?? []) : [],
  }));
}

/** Returns the words that a result must contain. Stop words count only if there are no others. */
export function mustHave(all: readonly Wanted[]): Wanted[] {
  const said = all.filter(({ stems }) => stems.length > 0);
  return said.length > 0 ? said : [...all];
}

/** Finds the wanted words in a text; undefined if one is missing. `stemsByWord` has the stems of candidate words. */
export function matchesIn(
  words: readonly Word[],
  wanted: readonly Wanted[],
  stemsByWord: ReadonlyMap<string, string>,
): Word[] | undefined {
  const isMatch = ({ word, stems }: Wanted, { lower, folded }: Word): boolean => {
    if (folded.startsWith(word)) return true;
    const own = [stemsByWord.get(lower), stemsByWord.get(folded)];
    return stems.some((stem) => own.some((one) => one?.startsWith(stem)));
  };
  if (!wanted.every((one) => words.some((word) => isMatch(one, word)))) return undefined;
  return words.filter((word) => wanted.some((one) => isMatch(one, word)));
}

interface Reach<Side> {
  sides: Side[];
  above: number;
  below: number;
  rest: { conversation_id: ConversationId; seq: number } | null;
}

/**
 * Computes which messages one call searches, at most `messagesSearchedMax`. Those below a floor count, because the
 * database reads them too. A larger conversation is searched alone and in parts. `below` is the `seq` below which the
 * first one continues.
 */
export function computeReach<Side extends { conversation_id: ConversationId; floor: number; last_seq: number }>(
  all: readonly Side[],
  below: number | null,
): Reach<Side> {
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

export function buildSnippet(text: string, words: readonly Word[], matches: readonly Word[], fromStart = false) {
  const first = fromStart ? 0 : Math.max(0, words.findIndex((word) => word === matches[0]) - wordsBefore);
  const end = words[first + snippetWords]?.at ?? text.length;
  const parts: FoundMessage['snippet'] = [];
  let from = first === 0 ? 0 : (words[first]?.at ?? 0);
  const add = (to: number, match: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), match });
    from = to;
  };
  for (const { at, length } of matches.filter((match) => match.at < end)) {
    add(at, false);
    add(at + length, true);
  }
  add(end, false);
  return parts;
}
