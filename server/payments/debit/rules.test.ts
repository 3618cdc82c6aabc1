import { describe, expect, it } from 'vitest';

import { createId } from '../../platform/ids.ts';
import { toId } from '../../../contract/platform/id.ts';
import { debitsPerDay } from '../../../contract/payments/limits.ts';
import { dayMs } from '../../platform/clock.ts';
import { collectionDay, isUsable, isWithinLimits, readIban, readPhone, deriveMandateReference } from './rules.ts';
import { sepaCountries } from './sepa.data.ts';

/** A valid IBAN of each SEPA country, as published by its central bank. */
const ibans = `
  AD1200012030200359100100 AL47212110090000000235698741 AT611904300234573201 BE68539007547034
  BG80BNBG96611020345678 CH9300762011623852957 CY17002001280000001200527600 CZ6508000000192000145399
  DE89370400440532013000 DK5000400440116243 EE382200221020145685 ES9121000418450200051332 FI2112345600000785
  FR1420041010050500013M02606 GB29NWBK60161331926819 GI75NWBK000000007099453 GR1601101250000000012300695
  HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IS140159260076545510730339
  IT60X0542811101000000123456 LI21088100002324013AA LT121000011101001000 LU280019400644750000
  LV80BANK0000435195001 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951
  MK07250120000058984 MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947
  PL61109010140000071219812874 PT50000201231234567890154 RO49AAAA1B31007593840000 RS35260005601001611379
  SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100
  VA59001123000012345678`
  .trim()
  .split(/\s+/);

describe('an IBAN', () => {
  it('of every SEPA country is accepted, with spaces or in lowercase (MON-30)', () => {
    expect(new Set(ibans.map((iban) => iban.slice(0, 2)))).toEqual(sepaCountries);
    for (const iban of ibans) {
      const grouped = iban.match(/.{1,4}/g)?.join(' ') ?? '';
      for (const typed of [iban, grouped, ` ${grouped.toLowerCase()}\n`, grouped.replaceAll(' ', '\u00a0')])
        expect(readIban(typed), typed).toEqual({ value: iban });
    }
  });

  it('with a changed, missing or extra character is refused (MON-30)', () => {
    for (const iban of ibans) {
      const last = iban.at(-1) ?? '';
      const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'A' ? 'B' : 'A';
      const checkDigits = `${iban.slice(0, 2)}${String((Number(iban.slice(2, 4)) + 1) % 100).padStart(2, '0')}${iban.slice(4)}`;
      for (const wrong of [iban.slice(0, -1) + other, checkDigits, iban.slice(0, -1), `${iban}0`])
        expect(readIban(wrong).error, wrong).toBe('iban.invalid');
    }
  });

  it('of another country or shape fails with the reason', () => {
    for (const [typed, error] of [
      ['', 'field.missing'],
      ['  ', 'field.missing'],
      ['0417164300', 'iban.invalid'],
      ['hello', 'iban.invalid'],
      ['TR330006100519786457841326', 'iban.not-sepa'],
      ['AE070331234567890123456', 'iban.not-sepa'],
      ['XK051212012345678906', 'iban.not-sepa'],
      ['FO6264600001631634', 'iban.not-sepa'],
      ['US64SVBKUS6S3300958879', 'iban.invalid'],
      ['NL91ABNA0417164300; drop table debits', 'iban.invalid'],
    ] as const)
      expect(readIban(typed).error, typed).toBe(error);
  });
});

describe('a mobile number', () => {
  it.each([
    ['06 12345678', '+31612345678'],
    ['+49 151 12345678', '+4915112345678'],
    ['0041 79 123 45 67', '+41791234567'],
    ['+262 692 12 34 56', '+262692123456'],
    ['+382 67 622 901', '+38267622901'],
  ])('%s is accepted', (typed, number) => expect(readPhone(typed, 'NL')).toEqual({ value: number }));

  it.each([
    ['0900 1234567', 'phone.not-mobile', 'NL', 'premium rate'],
    ['0900 1234567', 'phone.not-mobile', 'DE', 'premium rate'],
    ['01805 123456', 'phone.not-mobile', 'DE', 'shared cost'],
    ['0845 1234567', 'phone.not-mobile', 'GB', 'charged more'],
    ['0800 1234567', 'phone.not-mobile', 'DE', 'freephone'],
    ['+39 06 12345678', 'phone.not-mobile', 'NL', 'a landline'],
    ['+881 612345678', 'phone.not-mobile', 'NL', 'a satellite'],
    ['+53 5 5512345', 'phone.not-mobile', 'NL', 'far away'],
    ['+1 650 253 0000', 'phone.not-mobile', 'NL', 'far away'],
    ['12', 'phone.invalid', 'NL', 'too short'],
    ['hello', 'phone.invalid', 'NL', 'no number'],
    ['+31 6 12345678 ext. 9', 'phone.invalid', 'NL', 'an extension'],
    ['', 'field.missing', 'NL', 'nothing'],
  ] as const)('%s fails with %s in %s: %s (ABU-09)', (typed, error, country, _kind) =>
    expect(readPhone(typed, country).error).toBe(error),
  );
});

describe('a mandate', () => {
  const now = new Date('2026-11-20T23:30:00Z');

  it('has a unique reference of at most 35 characters that banks accept (MON-31)', () => {
    const references = Array.from({ length: 1_000 }, () => deriveMandateReference(createId()));
    expect(new Set(references).size).toBe(1_000);
    for (const reference of references) expect(reference).toMatch(/^[A-Z0-9]{1,35}$/);
  });

  it('can be used once, and not after 36 months (MON-32)', () => {
    const signed = { signed_at: now, payment_id: null };
    expect(isUsable(signed, now)).toBe(true);
    expect(isUsable(signed, new Date('2029-11-20T23:29:59Z'))).toBe(true);
    expect(isUsable(signed, new Date('2029-11-20T23:30:00Z'))).toBe(false);
    expect(isUsable({ ...signed, payment_id: toId('x') }, now)).toBe(false);
    expect(isUsable({ ...signed, signed_at: null }, now)).toBe(false);
  });

  it('names a collection day two days later in the time zone of the buyer, never on a weekend', () => {
    expect(collectionDay(new Date('2026-11-18T12:00:00Z'), 'Europe/Amsterdam')).toBe('2026-11-20');
    expect(collectionDay(new Date('2026-11-18T23:30:00Z'), 'Europe/Amsterdam')).toBe('2026-11-23');
    expect(collectionDay(now, 'Europe/Amsterdam')).toBe('2026-11-23');
  });
});

describe('the limits', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const use = (amount: number, isOpen: boolean, age = 0) => {
    const at = new Date(now.getTime() - age);
    return { amount, created_at: at, closed_at: isOpen ? null : now };
  };

  const many = Array.from({ length: debitsPerDay }, () => use(1, false));
  const dayBefore = many.map((one) => ({ ...one, created_at: new Date(now.getTime() - dayMs) }));

  it.each([
    ['what is open, however old, up to the limit', [use(6_000, true, 9 * dayMs), use(4_000, true)], true],
    ['not a cent above it', [use(6_000, true, 9 * dayMs), use(4_001, true)], false],
    ['nothing of what is closed', [use(60_000, false, 2 * dayMs), use(4_000, true)], true],
    ['the orders of a day', many, true],
    ['not one order more', [...many, use(1, true)], false],
    ['no orders of the day before', [...dayBefore, use(1, true)], true],
  ])('admit %s (MON-33)', (_what, uses, isWithin) => expect(isWithinLimits(uses, 10_000, now)).toBe(isWithin));
});
