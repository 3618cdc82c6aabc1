/** Counts the code points of a text, so that an emoji beyond the basic plane counts once. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _codePoint of text) count += 1;
  return count;
}

/** Matches invisible characters and blank letters. Marks are included because they only modify other characters. */
const inkless = /^[\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]*$/u;

/** True if there is no text, or if all its characters are invisible. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || inkless.test(text);
}

/** Cuts a text to at most `most` code points, never between a letter and its accents or within an emoji. */
export function cutText(text: string, most: number): string {
  // No text has more code points than UTF-16 units.
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, 2 * most + 2));
  if (points.length <= most) return text;
  let end = most;
  while (end > 0 && isWithin(points, end)) end -= 1;
  return points.slice(0, end === 0 ? most : end).join('');
}

/** Code points that belong to the previous character: marks, joiners, skin tones, flag tags, parts of syllables. */
const joins =
  /^[\p{M}\p{Emoji_Modifier}\u200C-\u200D\uFF9E-\uFF9F\u1160-\u11FF\u0E33\u0EB3\uD7B0-\uD7FB\u{E0020}-\u{E007F}]$/u;
const regional = /^\p{Regional_Indicator}$/u;
const leadingJamo = /^[\u1100-\u115F\uA960-\uA97C]$/;
const jamo = /^[\u1100-\u115F\uA960-\uA97C\uAC00-\uD7A3]$/;
const pictograph = /^\p{Extended_Pictographic}$/u;
const mark = /^[\p{M}\p{Emoji_Modifier}\u200C\u{E0020}-\u{E007F}]$/u;
/** The sign with which Indian scripts stack a consonant on the previous one. */
const stacks = /^[\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D]$/;

/** True if a code point joins the previous one, as in `Intl.Segmenter`, which Firefox lacks before version 125. */
function isWithin(points: readonly string[], at: number): boolean {
  const [before = '', after = ''] = [points[at - 1], points[at]];
  if (/^\p{Cc}$/u.test(before)) return before === '\r' && after === '\n';
  if (joins.test(after)) return true;
  if (before === '\u200D')
    return pictograph.test(after) && pictograph.test(points[lastBut(mark, points, at - 2)] ?? '');
  if (regional.test(after)) return (at - 1 - lastBut(regional, points, at - 1)) % 2 === 1;
  if (stacks.test(before)) return /^\p{L}$/u.test(after);
  return leadingJamo.test(before) && jamo.test(after);
}

function lastBut(those: RegExp, points: readonly string[], from: number): number {
  let at = from;
  while (those.test(points[at] ?? '')) at -= 1;
  return at;
}
