import { dictionary } from '@zxcvbn-ts/language-common';

import type { ErrorCode } from '../../contract/platform/errors.ts';
import { passwordLengthMax, passwordLengthMin } from '../../contract/accounts/limits.ts';
import { passwordLengthError } from '../../contract/accounts/password.ts';
import { commonRuns, commonWords } from './common-passwords.data.ts';

/** The most frequent passwords of public leaks that are long enough to be chosen here: about 18,000, in lower case. */
export const leakedPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordLengthMin),
);

// A common word or the member's own name with this many more characters is still refused.
const decorationMax = 5;
const productWords = ['tealight', 'tea light', 'datingsite', 'dating'];

/** Refuses fewer than 8 or more than 128 code points, and early guesses. No kind of character is ever required. */
export function passwordError(password: string, own: { name: string; email: string }): ErrorCode | undefined {
  const error = passwordLengthError(password);
  if (error) return error;
  return isCommon(password) || isOwn(password, own) ? 'password.too-common' : undefined;
}

function isCommon(password: string): boolean {
  const plain = foldPassword(password);
  const isPattern = isRepetition(plain) || isRuns(plain) || isInterleaved(plain) || isDate(plain);
  return isPattern || listReadings(plain).some(isKnownWord);
}

/** Folds a password for comparison. One character may become 18, so only the beginning is kept. */
function foldPassword(password: string): string {
  return password
    .normalize('NFKC')
    .toLowerCase()
    .slice(0, 2 * passwordLengthMax);
}

function isKnownWord(reading: string): boolean {
  if (commonWords.has(reading) || leakedPasswords.has(reading)) return true;
  const letters = /^[^\p{L}]*(\p{L}[^]*\p{L})[^\p{L}]*$/u.exec(reading)?.[1] ?? '';
  const around = reading.length - letters.length;
  if (letters.length < 3 || !isWords(letters)) return false;
  return around <= decorationMax || isRuns(reading.replace(letters, '')) || isDate(reading.replace(letters, ''));
}

function isWords(letters: string): boolean {
  if (isWord(letters) || isWord([...letters].reverse().join(''))) return true;
  for (let at = 2; at <= letters.length - 2; at += 1)
    if (isWord(letters.slice(0, at)) && isWord(letters.slice(at))) return true;
  return false;
}

function isWord(text: string): boolean {
  return commonWords.has(text) || (text.endsWith('s') && commonWords.has(text.slice(0, -1)));
}

/**
 * Lists how a password can be read: as typed, without spaces, without symbols, and with symbols and digits as
 * look-alike letters.
 */
function listReadings(plain: string): string[] {
  const tight = plain.replaceAll(/[\s_.-]/g, '');
  const asLetters = (text: string, one: string): string =>
    [...text].map((sign) => (sign === '1' ? one : (lookAlikes[sign] ?? sign))).join('');
  // Only characters before the last letter are read as letters: digits at the end are decoration.
  const end = /(?<![^\p{L}])[^\p{L}]*$/u.exec(tight)?.[0] ?? '';
  const body = tight.slice(0, tight.length - end.length);
  const bodies = [asLetters(body, 'i'), asLetters(body, 'l')];
  const spoken = plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [plain, tight, spoken, ...bodies.map((one) => one + end), asLetters(tight, 'i'), asLetters(tight, 'l')];
}

const lookAlikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '!': 'i',
};

function isRepetition(plain: string): boolean {
  for (let size = 1; size <= plain.length / 2; size += 1) {
    const unit = plain.slice(0, size);
    const repeated = unit.repeat(Math.ceil(plain.length / size)).slice(0, plain.length) === plain;
    if (repeated && (size <= 4 || commonWords.has(unit))) return true;
  }
  // Finds 11112222, aabbccdd and 6969696a.
  return plain.length >= 6 && (new Set(plain).size <= 3 || isBlocks([...plain]));
}

function isBlocks(signs: string[]): boolean {
  return signs.every((sign, at) => sign === signs[at - 1] || sign === signs[at + 1]);
}

function isRuns(text: string, spare = 2): boolean {
  // best[i]: the fewest characters outside of runs among the first i.
  const best = [0];
  for (let end = 1; end <= text.length; end += 1) {
    best[end] = (best[end - 1] ?? 0) + 1;
    for (let start = end - 3; start >= 0; start -= 1) {
      if (!pieces.some((run) => run.includes(text.slice(start, end)))) break;
      best[end] = Math.min(best[end] ?? end, best[start] ?? end);
    }
  }
  return text.length >= 3 && (best[text.length] ?? text.length) <= Math.min(spare, text.length / 4);
}

/** True for two interleaved runs, or a run interleaved with one character, such as 13243546 or q1w1e1r1. */
function isInterleaved(text: string): boolean {
  const signs = [...text];
  return [0, 1].every((first) => {
    const half = signs.filter((_sign, place) => place % 2 === first).join('');
    return isRuns(half, 0) || new Set(half).size === 1;
  });
}

const pieces = commonRuns.flatMap((run) => [run, [...run].reverse().join('')]);

function isDate(text: string): boolean {
  const digits = text.replaceAll(/[./ -]/g, '');
  if (!/^\d{8}$/.test(digits)) return false;
  const orders = [
    [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)],
    [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)],
    [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)],
  ].map((parts) => parts.map(Number));
  return orders.some(
    ([year = 0, month = 0, day = 0]) =>
      year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31,
  );
}

/** True if little is left of a password without the names of its owner and of the product. */
function isOwn(password: string, own: { name: string; email: string }): boolean {
  const plain = foldPassword(password);
  const [local = '', domain = ''] = own.email.toLowerCase().split('@');
  const name = own.name.normalize('NFKC').toLowerCase();
  const words = [own.email.toLowerCase(), name, name.replaceAll(/\s/g, ''), local, domain, domain.split('.')[0] ?? '']
    .concat(name.split(/[\s_'-]+/), local.split(/[._+-]+/), productWords)
    .filter((word) => [...word].length >= 3)
    .sort((a, b) => b.length - a.length);
  return listReadings(plain).some((reading) => {
    const rest = words.reduce((text, word) => text.replaceAll(word, ''), reading);
    return rest !== reading && [...rest].length <= decorationMax;
  });
}
