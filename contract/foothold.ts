import { isBlank } from './text.ts';

/** Kinds of what a message can take up from its receiver's profile. Separate from the schemas, as the gifts are. */
export const footholdKinds = ['about', 'interest', 'photo'] as const;

/** What a message takes up from its receiver's profile: a sentence of it, the key of an interest, or the id of a photo. */
export interface Foothold {
  kind: (typeof footholdKinds)[number];
  value: string;
}

/** A full stop before a space, with what closes behind it, or the end of the line. */
const sentenceEnd = /[.!?…]["”’»)\]]*(?=\s|$)|(?=\n)|$/gu;

/** The sentences of a text and where each begins. Browser and server cut alike, whatever languages their systems know. */
export function sentencesOf(text: string): { text: string; at: number }[] {
  const sentences = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(sentenceEnd)) {
    const sentence = text.slice(from, index + end.length).trimStart();
    const at = index + end.length - sentence.length;
    // A full stop of its own belongs to what follows.
    if (at === index && end !== '') continue;
    if (!isBlank(sentence)) sentences.push({ text: sentence.trimEnd(), at });
    from = index + end.length;
  }
  return sentences;
}
