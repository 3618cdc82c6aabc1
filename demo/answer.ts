import { languages } from '../contract/languages.ts';
import type { Language } from '../contract/languages.ts';
import { demoLines } from './answers.data.ts';

/** A message to a demo member, as far as its answer depends on it. */
export interface AnsweredMessage {
  /** Language of the member who wrote: the truth must be understood by its reader. */
  language: Language;
  /** Seed of the demo member, so that two of them do not answer in step. */
  seed: string;
  /** Number of this answer in the conversation, from 1. */
  turn: number;
  /** The text, a photo's caption or a gift's note. */
  text: string | null;
  kind: 'text' | 'photo' | 'gift';
}

/** Every so many answers the truth is told again, unasked. */
const statementEveryTurns = 3;

/**
 * What a demo member answers. Pure: the same message at the same turn gets the same answer.
 *
 * The first answer, and every answer to somebody who asks whether there is a person, is the whole truthful statement
 * of `answers.data.ts`; at least every third answer repeats it in short. Nothing in the text is taken up beyond that.
 * Stays below 500 characters, the shortest `message_length` a site starts with.
 */
export function composeAnswer({ language, seed, turn, text, kind }: AnsweredMessage): string {
  const lines = demoLines[language];
  const step = hash(seed) + Math.max(1, Math.trunc(turn));
  if (asksForPerson(text)) return `${at(lines.frank, step)} ${at(lines.statements, step)}`;
  if (turn <= 1) {
    const opening = kind === 'text' ? lines.greetings : lines[kind];
    return `${at(opening, step)} ${at(lines.statements, step)}`;
  }
  const line = at(lines[kind], step);
  // Counted in thirds, because `step` alone would pair the same line with the same reminder for ever.
  const third = Math.floor(turn / statementEveryTurns);
  return turn % statementEveryTurns === 1 ? `${line} ${at(lines.reminders, hash(seed) + third)}` : line;
}

/**
 * Whether a text asks for the person behind the profile, in any of the eleven languages: members also write in others
 * than their own. Rather once too often than once too little, since the truth harms no conversation.
 */
export function asksForPerson(text: string | null): boolean {
  if (!text) return false;
  // In lower case these letters are everyday words of French, Italian and Finnish.
  if (/(?<!\p{L})(?:AI|A\.I\.)(?!\p{L})/u.test(text)) return true;
  const words = ` ${plain(text)} `;
  if (doubts.some((doubt) => words.includes(doubt))) return true;
  return text.includes('?') && doubtsInQuestions.some((doubt) => words.includes(doubt));
}

const doubts = languages.flatMap((language) => demoLines[language].doubts.flatMap(needles));
const doubtsInQuestions = languages.flatMap((language) => demoLines[language].doubtsInQuestions.flatMap(needles));

/** The searchable form of a group: each entry starts a word, and ends one unless a `*` leaves the ending open. */
function needles(group: string): string[] {
  return group.split(', ').map((entry) => (entry.endsWith('*') ? ` ${entry.slice(0, -1)}` : ` ${entry} `));
}

/** Lower case, letters without accents, one space for everything between words. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function at(lines: readonly string[], index: number): string {
  return lines[index % lines.length] ?? '';
}

/** FNV-1a, kept to 16 bits: any spread number does. */
function hash(seed: string): number {
  let value = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(seed)) value = Math.imul(value ^ unit, 0x01000193);
  return (value >>> 0) & 0xffff;
}
