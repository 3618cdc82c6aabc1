import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { chooseCountry } from '../../contract/platform/choose-country.ts';
import { chooseLanguage } from '../../contract/platform/choose-language.ts';
import { type Country, countryCodes } from '../../contract/platform/countries.ts';
import { type Language, languages } from '../../contract/platform/languages.ts';
import { pagePolicy } from '../platform/http/security-headers.ts';
import { defaultSettings } from './default-settings.data.ts';
import { configureSite, quickMember } from '../../tests/support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from '../../tests/support/pages.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp({
  env: { COUNTRY_HEADER: 'x-country', DEMO: '0' },
  ...(pagesAreBuilt && { pages: pagesFolder }),
});
afterEach(() => configure({}));

const configure = (values: object): Promise<void> => configureSite(test, values);

async function memberIn(language: Language): Promise<TestClient> {
  const member = await quickMember(test);
  await member.call('updateUser', { language });
  return member;
}

describe('the language of a member', () => {
  const offer = { locales: [...languages], domainLanguage: null };

  it.each([
    ['the account', { account: 'nl', cookie: 'fi', domainLanguage: 'de', accepted: 'en-GB' }, 'nl'],
    ['the cookie', { account: null, cookie: 'fi', domainLanguage: 'de', accepted: 'en-GB' }, 'fi'],
    ['the language of the domain', { account: null, cookie: null, domainLanguage: 'de', accepted: 'en-GB' }, 'de'],
    ['the browser', { account: null, cookie: null, domainLanguage: null, accepted: 'sv-SE' }, 'sv'],
  ] as const)('is taken from %s before any later source', (_name, known, language) => {
    expect(chooseLanguage({ ...offer, ...known })).toBe(language);
  });

  it('is used in the responses of calls', async () => {
    const member = await memberIn('nl');
    member.cookies.set('i18n_redirected', 'en');
    const { body } = await member.call('getSettings', {}, { 'accept-language': 'en-US' });
    expect(body.fictional_singular).toBe('Fictief profiel');
  });

  it.skipIf(!pagesAreBuilt)('is used on pages', async () => {
    const member = await memberIn('nl');
    expect((await openPage(test, member, '/likes')).html).toContain('<html lang="nl"');
    member.cookies.set('i18n_redirected', 'fi');
    expect((await openPage(test, member, '/likes')).html).toContain('<html lang="nl"');
  });
});

describe('German', () => {
  it.skipIf(!pagesAreBuilt)('is written with ss instead of ß in Switzerland', async () => {
    const read = async (country: string): Promise<string> => {
      const headers = {
        host: 'localhost',
        accept: 'text/html',
        'accept-language': `de-${country}`,
        'x-country': country,
      };
      const { body: html } = await test.app.server.inject({ url: '/faq', headers });
      return html.replace(/<script[\s\S]*?<\/script>/g, '');
    };
    expect(await read('DE')).toContain('groß');
    const swiss = await read('CH');
    expect(swiss).toContain('gross');
    expect(swiss).not.toContain('ß');
  });
});

describe('the country of a visitor', () => {
  const cases: [string, { geoip?: string; accepted?: string; language: Language }, Country][] = [
    ['is that which the edge reports', { geoip: 'SE', accepted: 'en-GB', language: 'en' }, 'SE'],
    ['is the region of the browser', { accepted: 'en-GB,en;q=0.9', language: 'en' }, 'GB'],
    ['is the region of the browser behind a script', { accepted: 'de-Latn-CH', language: 'de' }, 'CH'],
    [
      'is the region of the first tag of the page’s language',
      { accepted: 'fr,fr-BE;q=0.8,en-US', language: 'fr' },
      'BE',
    ],
    ['is the region where a page was chosen in another language', { accepted: 'nl-NL,nl', language: 'en' }, 'NL'],
    ['is the first country of the language', { accepted: 'nl', language: 'nl' }, 'NL'],
    ['is not the region of a second language', { accepted: 'nl,en-US;q=0.7,en;q=0.3', language: 'nl' }, 'NL'],
    ['is not a region where nobody speaks the page', { accepted: 'en-US,en', language: 'nl' }, 'NL'],
    ['is not a country that the site does not offer', { geoip: 'JP', accepted: 'en-IN', language: 'en' }, 'US'],
    ['is the first country of Norwegian, however it is named', { accepted: 'no', language: 'nb' }, 'NO'],
    ['is that of the language where nothing is known', { language: 'it' }, 'IT'],
  ];
  it.each(cases)('%s', (_name, { geoip = null, accepted, language }, country) => {
    expect(chooseCountry({ geoip, accepted, language, offered: countryCodes })).toBe(country);
  });

  it('is always one that the site offers', () => {
    expect(chooseCountry({ geoip: 'DE', accepted: 'de-DE', language: 'de', offered: ['CH', 'NL'] })).toBe('CH');
    expect(chooseCountry({ geoip: 'DE', accepted: 'pl-PL', language: 'pl', offered: ['NL', 'BE'] })).toBe('NL');
    const known = { geoip: 'DE', accepted: 'de-DE', language: 'de', offered: ['DE', 'CH', 'NL'] } as const;
    expect(['CH', 'DE', 'PL', 'x', ''].map((chosen) => chooseCountry({ ...known, chosen }))).toEqual([
      'CH',
      'DE',
      'DE',
      'DE',
      'DE',
    ]);
  });

  it.each([
    [{ 'accept-language': 'en-GB,en;q=0.9' }, 'GB', 'GBP'],
    [{ 'accept-language': 'nl,en-US;q=0.7,en;q=0.3' }, 'NL', 'EUR'],
    [{ 'accept-language': 'de-CH' }, 'CH', 'CHF'],
    [{ 'accept-language': 'en-GB', 'x-country': 'SE' }, 'SE', 'SEK'],
    [{ 'accept-language': 'en-GB', 'x-country': 'JP' }, 'GB', 'GBP'],
  ] as const)('is the same for prices and sign-up with %o', async (headers, country, currency) => {
    const visitor = test.client();
    expect((await visitor.call('listBundles', {}, headers)).body).toMatchObject({ country, currency });
    const { body } = await visitor.call('getSettings', {}, headers);
    expect(body.geoip_selected_country).toBe(country);
    expect(body.geoip_country).toBe('x-country' in headers && headers['x-country'] === 'SE' ? 'SE' : null);
  });

  it('follows the language that the visitor chose', async () => {
    const visitor = test.client();
    visitor.cookies.set('i18n_redirected', 'nl');
    const { body } = await visitor.call('listBundles', {}, { 'accept-language': 'en-US,en;q=0.9' });
    expect([body.country, body.currency]).toEqual(['NL', 'EUR']);
  });

  it('is the country that their search covers', async () => {
    const { id } = await quickMember(test);
    const find = async (accepted: string): Promise<boolean> => {
      const { body } = await test.client().call('searchProfiles', {}, { 'accept-language': accepted });
      return body.results.some((found) => found.id === id);
    };
    expect([await find('nl'), await find('sv')]).toEqual([true, false]);
  });

  it('is ignored for a member, whose own country counts', async () => {
    const member = await quickMember(test);
    const headers = { 'accept-language': 'en-GB', 'x-country': 'SE' };
    expect((await member.call('listBundles', {}, headers)).body.country).toBe('NL');
    expect((await member.call('getSettings', {}, headers)).body.geoip_selected_country).toBe('NL');
  });
});

describe('a setting', () => {
  const settings = async (headers: Record<string, string> = {}) =>
    (await test.client().call('getSettings', {}, headers)).body;

  it('cdn_prefix may have another origin, which the page policy then allows for pictures', async () => {
    await configure({ cdn_prefix: 'https://pictures.example/' });
    expect((await settings()).cdn_prefix).toBe('https://pictures.example');
    expect(pagePolicy('n', { cdnPrefix: 'https://pictures.example/a' })).toContain(
      "img-src 'self' data: blob: https://pictures.example;",
    );
    expect(pagePolicy('n', { cdnPrefix: '/a' })).toContain("img-src 'self' data: blob:;");
    for (const cdn_prefix of [
      'javascript:alert(1)',
      'https://a.example; script-src *',
      'pictures.example',
      '//a.example',
    ]) {
      await configure({ cdn_prefix });
      expect([cdn_prefix, (await settings()).cdn_prefix]).toEqual([cdn_prefix, '']);
    }
  });

  it.skipIf(!pagesAreBuilt)(
    'cdn_prefix is allowed by the policy of each page, for visitors and for members',
    async () => {
      const policies = async (): Promise<unknown[]> => {
        const member = await quickMember(test);
        const answers = [
          [test.client(), '/faq'],
          [test.client(), '/faq'],
          [member, '/likes'],
        ] as const;
        const found: unknown[] = [];
        for (const [client, url] of answers) {
          const cookies = Object.fromEntries(client.cookies);
          const answer = await test.app.server.inject({ url, headers: { host: 'localhost' }, cookies });
          found.push(/img-src [^;]*/.exec(String(answer.headers['content-security-policy']))?.[0]);
        }
        return found;
      };
      expect(new Set(await policies())).toEqual(new Set(["img-src 'self' data: blob:"]));
      await configure({ cdn_prefix: 'https://pictures.example' });
      expect(new Set(await policies())).toEqual(new Set(["img-src 'self' data: blob: https://pictures.example"]));
    },
  );

  it('domain_language is cut to its first two letters', async () => {
    await configure({ domain_language: 'nl-NL' });
    expect(await settings({ 'accept-language': 'en' })).toMatchObject({
      domain_language: 'nl',
      fictional_singular: 'Fictief profiel',
    });
    await configure({ domain_language: 'xx-XX' });
    expect((await settings()).domain_language).toBe(null);
  });

  it('refund_days is at least 14 in the EEA, and for anybody who may be in it', async () => {
    await configure({ refund_days: 3 });
    const days = async (headers: Record<string, string>): Promise<number[]> => {
      const { body } = await test.client().call('listBundles', {}, headers);
      return [(await settings(headers)).refund_days, body.refund_days];
    };
    expect(await days({ 'x-country': 'NL' })).toEqual([14, 14]);
    expect(await days({ 'x-country': 'NO' })).toEqual([14, 14]);
    expect(await days({ 'x-country': 'US' })).toEqual([3, 3]);
    expect((await days({ 'accept-language': 'en-US' }))[0]).toBe(14);
    const member = await quickMember(test);
    expect((await member.call('getSettings', {}, { 'x-country': 'US' })).body.refund_days).toBe(14);
    expect((await member.call('listBundles', {}, { 'x-country': 'US' })).body.refund_days).toBe(14);
    await configure({ refund_days: 30 });
    expect(await days({ 'x-country': 'NL' })).toEqual([30, 30]);
  });

  it('fictional_singular and fictional_plural are the label in the language of the reader', async () => {
    for (const language of languages) {
      const say = test.context.sentences.in(language);
      expect(await settings({ 'accept-language': language })).toMatchObject({
        fictional_singular: say('common.fictional'),
        fictional_plural: say('common.fictional-plural'),
      });
    }
  });

  it('fictional_singular and fictional_plural can be custom words, but not in the EEA (LEG-01)', async () => {
    await configure({ fictional_singular: ' House profile ', fictional_plural: 'house profiles' });
    const words = async (headers: Record<string, string>): Promise<string[]> => {
      const { fictional_singular: one, fictional_plural: many } = await settings(headers);
      return [one, many];
    };
    expect(await words({ 'x-country': 'US' })).toEqual(['House profile', 'house profiles']);
    expect(await words({ 'x-country': 'NL', 'accept-language': 'en' })).toEqual([
      'Fictional profile',
      'fictional profiles',
    ]);
    expect(await words({ 'accept-language': 'en' })).toEqual(['Fictional profile', 'fictional profiles']);
    await configure({ fictional_singular: '  ', countries: ['US'] });
    expect((await words({ 'x-country': 'US' }))[0]).toBe('Fictional profile');
    await configure({ fictional_singular: 'House profile', countries: ['US', 'GB'] });
    expect((await words({ 'accept-language': 'en' }))[0]).toBe('House profile');
  });

  it('company_id names the company behind the site', async () => {
    const company = async () => (await test.client().call('getCompanyInfo')).body;
    await configure({ companies: { '2': { name: 'Second B.V.', city: 'Utrecht', country: 5 } } });
    expect((await company()).name).toBe('Tealight Example B.V.');
    await configure({ company_id: 2, companies: { '2': { name: 'Second B.V.', city: 'Utrecht', country: 5 } } });
    expect(await company()).toMatchObject({ name: 'Second B.V.', city: 'Utrecht', country: 'NL' });
    expect((await settings()).company_id).toBe(2);
    await configure({ company_id: 2, companies: { '2': { name: 'Second B.V.' } }, company: { name: 'Own B.V.' } });
    expect((await company()).name).toBe('Own B.V.');
  });

  it('member_resell is never true, because the privacy statement says that nothing is sold', async () => {
    await configure({ member_resell: true });
    expect((await settings()).member_resell).toBe(false);
  });
});

it('the sentences about who writes messages name fictional profiles as the exception, in every language', () => {
  for (const language of languages) {
    const file = new URL(`../../locales/static-pages/${language}.json`, import.meta.url);
    const pages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const key of ['faq.real.a', 'terms.people.1'])
      expect(pages[key], `${language}: ${key}`).toMatch(/fi[ck]ti|fikcy|fitti/i);
  }
});

it('the description of a site promises no real members', () => {
  expect(defaultSettings.description).not.toMatch(/real/i);
});
