import type { FoundMessage } from '../../../contract/found-messages.ts';
import type { Language } from '../../../contract/languages.ts';
import { messageSeqMax, messagesSearchedMax } from '../../../contract/limits.ts';

/** How PostgreSQL searches in a language. It knows no Polish: there words are compared as they are written. */
export const searchConfigs: Record<Language, string> = {
  en: 'english',
  nl: 'dutch',
  de: 'german',
  it: 'italian',
  fr: 'french',
  es: 'spanish',
  pl: 'simple',
  da: 'danish',
  fi: 'finnish',
  nb: 'norwegian',
  sv: 'swedish',
};

const wordsMax = 8;

/** What is searched for, as `to_tsquery` takes it: all words, each also as a beginning. Null without any word. */
export function searchWords(text: string): string | null {
  // Nothing but letters and digits is left, so that no word can be an operator.
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  return (
    words &&
    words
      .slice(0, wordsMax)
      .map((word) => `'${word}':*`)
      .join(' & ')
  );
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

/** A text in which U+E000 and U+E001 enclose what matches, in parts. */
export function snippetOf(marked: string): FoundMessage['snippet'] {
  return marked
    .split('\u{E000}')
    .flatMap((part, index) => {
      const [inside = '', after] = index === 0 ? ['', part] : part.split('\u{E001}');
      return [
        { text: inside, match: true },
        { text: after ?? '', match: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
