import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

import type { Language } from '../contract/languages.ts';

const beforeUnit = /(?<=[\d}#]) (?=(?:km|MB|Mo|Mt|%)(?!\p{L}))/giu;
const beforeMinutes = /(?<=[\d}#]) (?=min(?!\p{L}))/giu;
const afterArticle = / (?<=(?<!\p{L})(?:art\.|arti\p{L}+|abs\.|ust\.|lid|nr\.) )(?=\d)/giu;
const afterPolishLetter = /(?<=(?<!\p{L})[aiouwz]) (?=\S)/giu;

/**
 * Compiles a sentence in ICU MessageFormat. Every sentence of the product passes here, and gets the spaces that do not
 * break: before units, in "Art. 6", those of French punctuation, and after Polish words of one letter.
 */
export function compileSentence(text: string, language: Language): CompiledMessage {
  let kept = text.replace(beforeUnit, '\u00a0').replace(afterArticle, '\u00a0');
  // English has minutes in one text, which the specification quotes letter for letter.
  if (language !== 'en') kept = kept.replace(beforeMinutes, '\u00a0');
  if (language === 'fr') kept = spacedInFrench(kept);
  if (language === 'pl') kept = kept.replace(afterPolishLetter, '\u00a0');
  return compileMessage(kept);
}

/** Narrow before `; ! ?`, wide before `:` and inside « ». */
function spacedInFrench(text: string): string {
  return text
    .replace(/(?<![ \u00a0\u202f])[ \u00a0\u202f]+(?=[;!?])/g, '\u202f')
    .replace(/(?<![ \u00a0\u202f])[ \u00a0\u202f]+(?=[:»])/g, '\u00a0')
    .replace(/(?<=«)[ \u00a0\u202f]+/g, '\u00a0');
}
