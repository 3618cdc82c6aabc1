import { type Language, languages } from '../../../contract/platform/languages.ts';
import { frequentWords, similarLanguages } from './frequent-words.data.ts';

/** A text is recognized by so many of its words at least, by this share of them, and by so many more than any other. */
const wordsMin = 3;
const shareMin = 0.25;
const leadMin = 2;

const split = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'", '’')
    .match(/[\p{L}’]+/gu) ?? [];

/** The languages of each frequent word, by their place in the list of languages; further places are similar ones. */
const placesByWord = new Map<string, number[]>();
for (const [place, words] of [...languages.map((one) => frequentWords[one]), ...similarLanguages].entries())
  for (const word of split(words)) placesByWord.set(word, [...(placesByWord.get(word) ?? []), place]);

/**
 * Returns the language of a text; undefined for a short, mixed or other one. A wrong answer is worse than none, because
 * a screen reader would read the text in a voice that makes it unintelligible.
 */
export function detectLanguage(text: string): Language | undefined {
  const words = split(text);
  const counts = Array.from({ length: languages.length + similarLanguages.length }, () => 0);
  for (const word of words) for (const place of placesByWord.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1;
  const [most = 0, next = 0] = counts.toSorted((a, b) => b - a);
  if (most < Math.max(wordsMin, words.length * shareMin) || most - next < leadMin) return undefined;
  return languages[counts.indexOf(most)];
}
