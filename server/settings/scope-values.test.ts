import { describe, expect, it } from 'vitest';

import { mergeCompany, mergeSettings, resolveValues } from './rules.ts';
import { readScope } from './scope-values.ts';

const layers = (...values: unknown[]) => values.map((one) => readScope('default', one).values);
const findFaults = (values: unknown, scope = 'default'): string[] => readScope(scope, values).faults;

describe('the values of a scope', () => {
  it.each([
    ['an unknown field', { naem: 'Vonk' }, ['naem is not a setting']],
    ['a computed field', { demo: false, domain: 'evil.example' }, ['demo is not a setting', 'domain is not a setting']],
    ['another type', { signup_credits: '20' }, ['signup_credits must be integer']],
    ['a number for a text of the company', { company: { kvk: 12_345_678 } }, ['company.kvk must be string']],
    ['an unknown field of the company', { company: { vat_number: 'NL1' } }, ['company.vat_number is not a setting']],
    ['a company of another number', { companies: { 2: { kvk: 5 } } }, ['companies.2.kvk must be string']],
    ['a company without a number', { companies: { main: {} } }, ['companies.main is not the number of a company']],
    ['a word that is none of a list', { photo_approval: 'never' }, [/^photo_approval must be/]],
    ['a text for an amount', { debit_exposure: '5000' }, ['debit_exposure must be integer']],
    ['an age below that of adults', { min_age: 16 }, ['min_age must be >= 18']],
    ['an unknown provider', { payment_providers: { ideal: 'molie' } }, [/^payment_providers\.ideal must be/]],
    ['an unknown method', { payment_providers: { cash: 'mollie' } }, ['payment_providers.cash is not a setting']],
    ['no provider at all', { payment_providers: { default: 'off' } }, [/^payment_providers\.default must be/]],
    ['providers that are no object', { payment_providers: 'stripe' }, ['payment_providers is not an object']],
    [
      'a creditor identifier with wrong check digits',
      { company: { creditor_id: 'NL23ZZZ000000000000' } },
      [/creditor/],
    ],
    ['nothing at all', null, ['the scope is not an object']],
  ])('are read without %s, which is reported', (_what, values, expected) => {
    expect(findFaults(values)).toEqual(
      expected.map((one) => (typeof one === 'string' ? one : (expect.stringMatching(one) as unknown))),
    );
    expect(mergeSettings(layers(values))).toEqual(mergeSettings([]));
    expect(mergeCompany(layers(values), 1)).toEqual(mergeCompany([], 1));
  });

  it.each([
    ['visible_profile_fields', ['gender', 'town', 'hair_colour'], ['gender', 'town']],
    ['visible_profile_fields', ['hair_colour'], []],
    ['search_fields', ['tattoos', 'tattoos'], ['tattoos']],
    ['countries', ['NL', 'XX', 'NL'], ['NL']],
  ])('keep what is right of the list %s', (field, given, rest) => {
    expect(findFaults({ [field]: given })).toHaveLength(1);
    expect(mergeSettings(layers({ [field]: given }))).toEqual({ ...mergeSettings([]), [field]: rest });
  });

  it.each([
    { message_credits: -5 },
    { message_credits: 10_001 },
    { signup_credits: -3 },
    { photo_credits: -1 },
    { reply_credits: -1 },
    { message_length: 0 },
    { message_length: 20_001 },
    { refund_days: -1 },
    { unread_return_days: 5_000 },
    { min_age: 100 },
    { support_email: 'not an address' },
    { name: '' },
    { name: '  ' },
    { company: { city: ' ' } },
    { countries: [] },
    { countries: ['NL', 'NL'] },
    { locales: ['xx'] },
    { locales: [] },
    { visible_profile_fields: ['town', 'hair_colour'] },
    { search_fields: ['town'] },
    { company: { added: 'yesterday' } },
    { debit_exposure: -1 },
  ])('are reported outside of their bounds: %j', (values) => {
    expect(findFaults(values)).toHaveLength(1);
  });

  it('have no faults if they are valid', () => {
    const own = {
      name: 'Vonk',
      min_age: 21,
      support_email: 'help@vonk.example',
      pool: 'vonk',
      photo_approval: 'after',
    };
    expect(findFaults({ ...own, company: { kvk: '12345678' }, reply_credits: null, domain_language: 'nl-NL' })).toEqual(
      [],
    );
  });

  it('are refused in an unknown scope, or in a scope that may not set them', () => {
    expect(findFaults({}, 'niche:9')).toEqual(['niche:9 is not a scope']);
    expect(findFaults({ niche: 2 }, 'niche:2')).toEqual(['niche is set in the scope default alone']);
  });
});

describe('the payment provider', () => {
  it('is Mollie by default', () => {
    expect(resolveValues([], 1, true).paymentProviders).toEqual({ default: 'mollie' });
  });

  it('is inherited entry by entry, ignoring unknown methods and providers', () => {
    const { paymentProviders } = resolveValues(
      layers(
        { payment_providers: { default: 'stripe', paypal: 'mollie', cash: 'stripe' } },
        {},
        { payment_providers: { paypal: 'stripe', ideal: 'another', swish: 5, twint: 'off' } },
        { payment_providers: { default: 'off' } },
      ),
      1,
      true,
    );
    expect(paymentProviders).toEqual({ default: 'stripe', paypal: 'stripe', twint: 'off' });
  });
});
