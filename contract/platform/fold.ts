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

/** Accents, and Hebrew and Arabic points. Other marks, such as Thai vowels, stay: they distinguish words. */
const accents = /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670]+/g;
const beyondAscii = /[^ -~]/;
const letter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * Removes case and accents; ß becomes ss, ı and İ become i. `folded_name` in the database does the same for name
 * searches.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  const apart = toNfkd(text).replaceAll(accents, '').toLowerCase();
  return beyondAscii.test(apart) ? apart.replaceAll(letter, (one) => letters[one] ?? one) : apart;
}

/** The most combining marks in a row: more than any language writes. */
const marksMax = 30;

/** Returns a text in NFKD. Sorting marks takes quadratic time, so a text with too many only loses its accents. */
function toNfkd(text: string): string {
  if (text.length < marksMax) return text.normalize('NFKD');
  const bare = text.replaceAll(accents, '');
  return hasManyMarks(bare) ? bare : bare.normalize('NFKD');
}

export function hasManyMarks(text: string): boolean {
  return (text.match(/\p{M}+/gu) ?? []).some((marks) => marks.length >= marksMax);
}
