import { describe, expect, it } from 'vitest';
import type { Language } from '../contract/platform/languages.ts';
import { compileSentence } from './compile-sentence.ts';

/** Returns the compiled sentence as one text, with non-breaking spaces as `_` (narrow ones as `'`). */
const typeset = (text: string, language: Language): string =>
  JSON.stringify(compileSentence(text, language)).replaceAll('\u00a0', '_').replaceAll('\u202f', "'");

describe('a compiled sentence', () => {
  it('keeps numbers with their units', () => {
    expect(typeset('10–25 km', 'en')).toBe('["10–25_km"]');
    expect(typeset('Within {km} km', 'en')).toBe('["Within ",["km"],"_km"]');
    expect(typeset('bis {mb} MB. {minutes} Min.', 'de')).toBe('["bis ",["mb"],"_MB. ",["minutes"],"_Min."]');
    expect(typeset('{n, plural, one {# km} other {# km}}', 'sv')).toContain('["#","_km"]');
    expect(typeset('46 % til 20 Mo ou 20 Mt', 'fr')).toBe('["46_% til 20_Mo ou 20_Mt"]');
  });

  it('leaves the text that the specification quotes as it is', () => {
    expect(typeset('blocked for {minutes} min.', 'en')).toBe('["blocked for ",["minutes"]," min."]');
  });

  it('keeps articles of the law with their numbers', () => {
    expect(typeset('Art. 6 Abs. 1 lit. b DSGVO', 'de')).toBe('["Art._6 Abs._1 lit._b DSGVO"]');
    expect(typeset('GDPR artikkel 6 nr. 1 bokstav b', 'nb')).toBe('["GDPR artikkel_6 nr._1 bokstav_b"]');
    expect(typeset('artikel 6, stk. 1, litra b', 'da')).toBe('["artikel_6, stk._1, litra_b"]');
    expect(typeset('artikel 6.1 b', 'sv')).toBe('["artikel_6.1_b"]');
    expect(typeset('6 artiklan 1 kohdan b alakohta', 'fi')).toBe('["6_artiklan_1_kohdan b_alakohta"]');
    expect(typeset('point by point, onder elkaar', 'en')).toBe('["point by point, onder elkaar"]');
  });

  it('keeps hours together', () => {
    expect(typeset('kl. {end} eller kl. 0.00', 'da')).toBe('["kl._",["end"]," eller kl._0.00"]');
    expect(typeset('klo {end} asti', 'fi')).toBe('["klo_",["end"]," asti"]');
    expect(typeset('entre {from} h et 8 h 30', 'fr')).toBe('["entre ",["from"],"_h et 8_h_30"]');
  });

  it('breaks everywhere else', () => {
    expect(typeset('{name} kmh 12 mban 5 of 6', 'en')).toBe('[["name"]," kmh 12 mban 5 of 6"]');
    expect(typeset('Why ? No : “so”', 'en')).toBe('["Why ? No : “so”"]');
  });

  it('keeps Polish words of one letter with what follows', () => {
    expect(typeset('Ty i {name}: z wzajemnością, a w domu „o nas”', 'pl')).toBe(
      '["Ty i_",["name"],": z_wzajemnością, a_w_domu „o_nas”"]',
    );
    expect(typeset('{n, plural, one {O # znak} other {U # znaku}}. Z <b>tym</b>', 'pl')).toMatch(
      /"O_","#".*"U_","#".*Z_<b>/,
    );
    expect(typeset('art. 6 ust. 1 lit. a) i', 'pl')).toBe('["art._6 ust._1 lit._a) i"]');
    expect(typeset('Sono a casa e no i18n o', 'it')).toBe('["Sono a casa e no i18n o"]');
  });

  it('has the spaces of French punctuation, whichever were typed', () => {
    expect(typeset('Quoi ? Non ; « si » : {name} !', 'fr')).toBe(`["Quoi'? Non'; «_si_»_: ",["name"],"'!"]`);
    expect(typeset('Quoi\u00a0? «\u202fsi\u202f»\u202f: non', 'fr')).toBe(`["Quoi'? «_si_»_: non"]`);
    expect(typeset('https://example.com à 10:30', 'fr')).toBe('["https://example.com à 10:30"]');
  });
});
