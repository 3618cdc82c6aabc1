import { languages, type Language } from '../contract/platform/languages.ts';
import { demoLines } from './answers.data.ts';

export interface AnsweredMessage {
  /** Language of the sender, who must understand that this is a demo member. */
  language: Language;
  /** Seed of the demo member, so that two members do not give the same answers in the same order. */
  seed: string;
  /** Number of the answer in the conversation, from 1. */
  turn: number;
  /** The text, the caption of a photo or the note of a gift. */
  text: string | null;
  kind: 'text' | 'photo' | 'gift';
}

/** Answers after which a demo member repeats, unasked, that it is one. */
const statementEveryTurns = 3;

/**
 * Composes an answer. The first one, and every answer to whether this is a real person, has a full statement of
 * `answers.data.ts`; every third has a reminder. It is shorter than 500 characters, the default `message_length`.
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
  // Counted separately: with `step`, each line would always come with the same reminder.
  const third = Math.floor(turn / statementEveryTurns);
  return turn % statementEveryTurns === 1 ? `${line} ${at(lines.reminders, hash(seed) + third)}` : line;
}

/** Checks all eleven languages: members may not write in their own. Prefers false positives: the truth does no harm. */
export function asksForPerson(text: string | null): boolean {
  if (!text) return false;
  // In lower case, these letters are common words in French, Italian and Finnish.
  if (/(?<!\p{L})(?:AI|A\.I\.)(?!\p{L})/u.test(text)) return true;
  const words = ` ${plain(text)} `;
  if (doubts.some((doubt) => words.includes(doubt))) return true;
  return text.includes('?') && doubtsInQuestions.some((doubt) => words.includes(doubt));
}

const doubts = languages.flatMap((language) => demoLines[language].doubts.flatMap(needles));
const doubtsInQuestions = languages.flatMap((language) => demoLines[language].doubtsInQuestions.flatMap(needles));

/** Returns the searchable form of a group: an entry matches whole words, or their beginning if it ends in `*`. */
function needles(group: string): string[] {
  return group.split(', ').map((entry) => (entry.endsWith('*') ? ` ${entry.slice(0, -1)}` : ` ${entry} `));
}

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

/** Hashes a text by FNV-1a, reduced to 16 bits. */
function hash(seed: string): number {
  let value = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(seed)) value = Math.imul(value ^ unit, 0x01000193);
  return (value >>> 0) & 0xffff;
}
