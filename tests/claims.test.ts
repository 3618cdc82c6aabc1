import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { type Language, languages } from '../contract/platform/languages.ts';

const locales = fileURLToPath(new URL('../locales/', import.meta.url));

/** A literal share; computed shares are values in a sentence. */
const share = /\d[\d.,]*\s?(?:%|percent|prozent|procent|prosent|pour\s?cent|por ciento|per cento)/i;

/** A number of people, or a superlative of trust, that no record could prove. */
const boasts: Record<Language, RegExp> = {
  en: /\d (?:members|singles|people)|millions? of|verified|trusted|guaranteed|award-winning|most popular|number one/i,
  de: /\d (?:Mitglieder|Singles|Menschen)|Millionen|verifiziert|garantiert|preisgekrönt|beliebteste|Nummer eins|Testsieger/i,
  nl: /\d (?:leden|singles|mensen)|miljoenen|geverifieerd|gegarandeerd|bekroond|populairste|nummer één/i,
  fr: /\d (?:membres|célibataires|personnes)|des millions|vérifiée?s?\b|garantie?s?\b|numéro un/i,
  es: /\d (?:miembros|solteros|personas)|millones de|verificad[oa]s?\b|garantizad[oa]|premiad[oa]|número uno/i,
  it: /\d (?:membri|iscritti|single|persone)|milioni di|(?:membri|profili|persone) verificat|garantit[oaie]\b|premiat[oaie]\b|numero uno/i,
  pl: /\d (?:osób|użytkowników|singli)|miliony|zweryfikowan|gwarantowan|nagradzan|najpopularniejsz|numer jeden/i,
  da: /\d (?:medlemmer|singler|mennesker)|millioner af|verificere|garanteret|prisbelønnet|mest populære|nummer et\b/i,
  nb: /\d (?:medlemmer|single|mennesker)|millioner av|verifiser|garantert|prisbelønt|mest populære|nummer én/i,
  sv: /\d (?:medlemmar|singlar|människor)|miljoner|verifiera|garantera|prisbelönt|mest populära|nummer ett\b/i,
  fi: /\d (?:jäsentä|sinkkua|ihmistä)|miljoon|varmennettu|taattu|palkittu|suosituin|ykkönen/i,
};

function sentencesIn(language: Language): [id: string, sentence: string][] {
  return readdirSync(locales, { withFileTypes: true })
    .filter((part) => part.isDirectory())
    .flatMap(({ name }) =>
      Object.entries(
        JSON.parse(readFileSync(`${locales}${name}/${language}.json`, 'utf8')) as Record<string, string>,
      ).map(([id, sentence]): [string, string] => [`${name}.${id}`, sentence]),
    );
}

// The only advertised number is the setting `premium_match_claim`, which needs a source and a date.
describe('the sentences of every page', () => {
  it.each([...languages])('claim nothing that no record proves (LEG-04): %s', (language) => {
    const all = sentencesIn(language);
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter(([, sentence]) => share.test(sentence) || boasts[language].test(sentence))).toEqual([]);
  });
});
