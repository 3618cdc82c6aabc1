import { isBlank } from '../platform/text.ts';

/** Kinds of quotes. Kept apart from the schemas so that the browser loads them without the validator. */
export const quoteKinds = ['about', 'interest', 'photo'] as const;

/** The part of the receiver's profile that a message quotes: a sentence, an interest's key, or a photo's id. */
export interface Quote {
  kind: (typeof quoteKinds)[number];
  value: string;
}

/** Closing punctuation before a space, including any quotation mark or bracket after it, or the end of a line. */
const sentenceEnd = /[.!?…]["”’»)\]]*(?=\s|$)|(?=\n)|$/gu;

/** Returns the sentences of a text and their offsets, the same in browser and server whatever locales are installed. */
export function splitSentences(text: string): { text: string; at: number }[] {
  const sentences = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(sentenceEnd)) {
    const sentence = text.slice(from, index + end.length).trimStart();
    const at = index + end.length - sentence.length;
    // Punctuation on its own belongs to the next sentence.
    if (at === index && end !== '') continue;
    if (!isBlank(sentence)) sentences.push({ text: sentence.trimEnd(), at });
    from = index + end.length;
  }
  return sentences;
}
