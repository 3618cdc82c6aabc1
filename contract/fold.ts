const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
};

/**
 * Accents, and the points of Hebrew and Arabic. The marks of other scripts stay, because they tell words apart, such as the
 * vowels of Thai.
 */
const accents = /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670]+/g;
const beyondAscii = /[^ -~]/;
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * A text as searches compare it: in lower case, without accents, and with plain letters in place of others (ß is ss, ı and
 * İ are i). The search for names compares in the same way, by `folded_name` in the database.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  const apart = decomposed(text).replaceAll(accents, '').toLowerCase();
  return beyondAscii.test(apart) ? apart.replaceAll(letter, (one) => letters[one] ?? one) : apart;
}

/** No language writes so many marks in a row. */
const marksMax = 30;

/**
 * A text in NFKD, which puts the marks of a letter in order. That takes as long as the square of their number, so a text
 * with too many stays as it is.
 */
function decomposed(text: string): string {
  if (text.length < marksMax) return text.normalize('NFKD');
  const bare = text.replaceAll(accents, '');
  return hasManyMarks(bare) ? bare : bare.normalize('NFKD');
}

/** Whether a text has more marks in a row than any language writes. */
export function hasManyMarks(text: string): boolean {
  return (text.match(/\p{M}+/gu) ?? []).some((marks) => marks.length >= marksMax);
}
