export type ContactKind = 'phone' | 'email' | 'link';

const email = /[\p{L}\d._%+-]@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/u;
const link =
  /https?:\/\/\S|\bwww\.\S|[\p{L}\d-]{2}\.(?:com|net|org|eu|info|app|io|me|tv|link|at|be|ca|ch|de|dk|es|fi|fr|ie|it|nl|no|pl|se|uk|us)(?![\p{L}\d])/u;
const digits = /(?<![\p{L}\d])\+?\(?\d(?:[\s()./–-]{0,3}\d){7,14}(?!\d)/gu;
/** Digits that form dates or years: 12.04.1988, 1988-04-12, 2010–2020. */
const days = /^(?:\d{1,2}\D{1,2}\d{1,2}\D{1,2}\d{4}|\d{4}\D{1,2}\d{1,2}\D{1,2}\d{1,2}|(?:(?:19|20)\d\d\D*)+)$/u;

/**
 * Returns the kind of contact details in a text: email address, else link, else phone number. It serves hints, not
 * refusals.
 */
export function contactIn(text: string): ContactKind | null {
  if (email.test(text)) return 'email';
  if (link.test(text)) return 'link';
  return [...text.matchAll(digits)].some(([found]) => !days.test(found)) ? 'phone' : null;
}
