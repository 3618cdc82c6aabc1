import { type NameError, cleanName, usernameError } from '../../contract/accounts/username.ts';
import { brandWords, staffWords } from './staff-names.data.ts';

/** Returns the error of a username, if any (specification, section 5). */
export function nameError(name: string, email: string): NameError | undefined {
  return usernameError(name, email) ?? (looksLikeStaff(cleanName(name)) ? 'name.not-allowed' : undefined);
}

const outerDigits = /^\d+|(?<!\d)\d+$/g;

function looksLikeStaff(name: string): boolean {
  const words = name.toLowerCase().split(/[ _'-]+/);
  const whole = words.join('');
  // Digits around a word are decoration (admin1, 007support); digits inside a word stand for letters (4dm1n).
  const bare = whole.replaceAll(outerDigits, '');
  const looks = [...words, ...words.map((word) => word.replaceAll(outerDigits, '')), whole, bare].map(skeleton);
  if (looks.some((look) => staffLooks.has(look))) return true;
  return brandLooks.some((brand) => skeleton(whole).includes(brand) || skeleton(bare).includes(brand));
}

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  ı: 'i',
  ł: 'i',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ƒ: 'f',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'p',
  ĸ: 'k',
  ŋ: 'n',
};

/** Strips accents, and unifies look-alike letters and digits. */
function skeleton(word: string): string {
  return [...word.normalize('NFD').replaceAll(/\p{M}/gu, '')]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
    .replaceAll(/[lj]/g, 'i');
}

const staffLooks = new Set(staffWords.map(skeleton));
const brandLooks = brandWords.map(skeleton);
