import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

import type { Language } from '../contract/platform/languages.ts';

const beforeUnit = /(?<=[\d}#]) (?=(?:km|MB|Mo|Mt|%)(?!\p{L}))/giu;
const beforeMinutes = /(?<=[\d}#]) (?=min(?!\p{L}))/giu;
const afterArticle = / (?<=(?<!\p{L})(?:art\.|arti\p{L}+|abs\.|ust\.|stk\.|lid|nr\.|par\.|paragraphe) )(?=\d)/giu;
const beforeLetterOfLaw = / (?<=(?<!\p{L})(?:lit\.|litra|lett\.|bokstav|onder|point) |\d\.\d )(?=[a-f](?!\p{L}))/giu;
const inFinnishArticle = /(?<=\d) (?=artik|kohd)|(?<=(?<!\p{L})[a-f]) (?=alakoh)/giu;
const afterClock = / (?<=(?<!\p{L})(?:kl\.|klo) )(?=[\d{])/giu;
const beforeFrenchHour = /(?<=[\d}]) (?=h(?!\p{L}))|(?<=[\d}] h) (?=\d)/giu;
const afterPolishLetter = /(?<=(?<!\p{L})[aiouwz]) (?=\S)/giu;

/**
 * Compiles a sentence in ICU MessageFormat. Adds non-breaking spaces to every sentence of the product: before units, in
 * "Art. 6 Abs. 1 lit. b" and "kl. 18", in French hours and punctuation, and after Polish words of one letter.
 */
export function compileSentence(text: string, language: Language): CompiledMessage {
  let kept = text.replace(beforeUnit, '\u00a0').replace(afterArticle, '\u00a0').replace(beforeLetterOfLaw, '\u00a0');
  kept = kept.replace(afterClock, '\u00a0');
  // The only English text with minutes is quoted verbatim by the specification.
  if (language !== 'en') kept = kept.replace(beforeMinutes, '\u00a0');
  if (language === 'fr') kept = spacedInFrench(kept.replace(beforeFrenchHour, '\u00a0'));
  if (language === 'fi') kept = kept.replace(inFinnishArticle, '\u00a0');
  if (language === 'pl') kept = kept.replace(afterPolishLetter, '\u00a0');
  return compileMessage(kept);
}

/** Inserts narrow non-breaking spaces before `; ! ?`, and wide ones before `:` and inside « ». */
function spacedInFrench(text: string): string {
  return text
    .replace(/(?<![ \u00a0\u202f])[ \u00a0\u202f]+(?=[;!?])/g, '\u202f')
    .replace(/(?<![ \u00a0\u202f])[ \u00a0\u202f]+(?=[:»])/g, '\u00a0')
    .replace(/(?<=«)[ \u00a0\u202f]+/g, '\u00a0');
}
