import { messagePreviewLength } from './limits.ts';

/** Length of a text as members count it: in code points, so that an emoji beyond the basic plane counts once. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _codePoint of text) count += 1;
  return count;
}

/** Whether a message has more code points than its site allows. */
export function isTooLong(text: string, { message_length }: { message_length: number }): boolean {
  return countCodePoints(text) > message_length;
}

/**
 * Characters that leave no ink: spaces, controls, whatever fonts may ignore (fillers, joiners, variation selectors), and
 * letters and symbols that are drawn as nothing. A mark is drawn on what stands before it and is no text by itself.
 */
const inkless = /^[\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]*$/u;

/** Whether there is nothing to read: no text, or one that leaves no ink. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || inkless.test(text);
}

/** What the list of conversations shows of a message: its first 120 code points. */
export function previewOf(text: string | null): string | null {
  // Most texts are shorter, and no text has more code points than UTF-16 units.
  if (text === null || text.length <= messagePreviewLength) return text;
  return [...text].slice(0, messagePreviewLength).join('');
}
