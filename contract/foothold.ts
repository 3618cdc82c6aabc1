import { isBlank } from './text.ts';

/** Kinds of what a message can take up from its receiver's profile. Separate from the schemas, as the gifts are. */
export const footholdKinds = ['about', 'interest', 'photo'] as const;

/** What a message takes up from its receiver's profile: a sentence of it, the key of an interest, or the id of a photo. */
export interface Foothold {
  kind: (typeof footholdKinds)[number];
  value: string;
}

/** From its first letter to a full stop before a space, or to the end of the line. */
const sentence = /\S[^\n]*?(?:[.!?…]+["”’»)\]]*(?=\s|$)|(?=\n|$))/gu;

/** The sentences of a text and where each begins. Browser and server cut alike, whatever languages their systems know. */
export function sentencesOf(text: string): { text: string; at: number }[] {
  const found = [...text.matchAll(sentence)].map((match) => ({ text: match[0].trimEnd(), at: match.index }));
  return found.filter((one) => !isBlank(one.text));
}
