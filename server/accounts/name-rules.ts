import type { ErrorCode } from '../../contract/errors.ts';
import { nameLengthMax, nameLengthMin } from '../../contract/limits.ts';
import { brandWords, staffWords } from './staff-names.data.ts';

/**
 * Letters of the Latin alphabets that people write their names in, digits, and single spaces, hyphens, apostrophes or
 * underscores between them. One script means that no name is made of another's look-alike letters; phonetic letters,
 * combining marks, invisible and direction-changing characters are outside of it.
 */
const letter =
  'A-Za-z0-9\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u017F\\u01A0\\u01A1\\u01AF\\u01B0\\u01CD-\\u01DC\\u01FA-\\u021B\\u1E00-\\u1EFF';
const allowed = new RegExp(`^[${letter}]+(?:[ _'-][${letter}]+)*$`, 'u');

/** A username as it is kept: one form per look, no space around it. */
export function cleanName(name: string): string {
  return name.normalize('NFKC').replaceAll('’', "'").trim();
}

/** Under what a username is unique: capitals make no difference. */
export function nameKey(name: string): string {
  return cleanName(name).toLowerCase().normalize('NFKC');
}

/** What is wrong with a username, if anything (specification, section 5). */
export function nameFault(name: string, email: string): ErrorCode | undefined {
  const clean = cleanName(name);
  if (clean === '') return 'field.missing';
  if (nameKey(clean) === cleanName(email).toLowerCase()) return 'name.same-as-email';
  if (clean.startsWith('@')) return 'name.starts-with-at';
  const length = [...clean].length;
  if (length < nameLengthMin || length > nameLengthMax) return 'name.not-allowed';
  if (!allowed.test(clean) || !/\p{L}/u.test(clean)) return 'name.not-allowed';
  return looksLikeStaff(clean) ? 'name.not-allowed' : undefined;
}

/** Whether a name could be taken for somebody of the house. */
export function looksLikeStaff(name: string): boolean {
  const words = name.toLowerCase().split(/[ _'-]+/);
  const whole = words.join('');
  // Digits around a word are decoration (admin1, 007support); digits inside one stand for letters (4dm1n).
  const bare = whole.replaceAll(/^\d+|\d+$/g, '');
  const looks = [...words, ...words.map((word) => word.replaceAll(/^\d+|\d+$/g, '')), whole, bare].map(skeleton);
  if (looks.some((look) => staffLooks.has(look))) return true;
  return brandLooks.some((brand) => skeleton(whole).includes(brand) || skeleton(bare).includes(brand));
}

const stand: Record<string, string> = {
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

/** What a word looks like at a glance: without accents, look-alike letters and digits as one. */
function skeleton(word: string): string {
  return [...word.normalize('NFD').replaceAll(/\p{M}/gu, '')]
    .map((letter) => stand[letter] ?? letter)
    .join('')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
    .replaceAll(/[lj]/g, 'i');
}

const staffLooks = new Set(staffWords.map(skeleton));
const brandLooks = brandWords.map(skeleton);
