import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { profileAttributes } from '../../contract/members/attributes.ts';
import { countryCodes } from '../../contract/platform/countries.ts';
import { languages } from '../../contract/platform/languages.ts';
import type { Output } from '../../contract/index.ts';
import { configureSite } from '../../tests/support/chat.ts';
import { useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp({ env: { COUNTRY_HEADER: 'x-country', PUBLIC_ORIGIN: 'https://tealight.example' } });
beforeAll(async () => {
  await test.sql(`insert into domains (host, niche) values ('liefde.example', 2), ('knoop.example', 3)`);
});
afterEach(async () => {
  await test.sql(`delete from setting_scopes where scope <> 'default'`);
  await configure('default', {});
});

const configure = (scope: string, values: object): Promise<void> => configureSite(test, values, scope);

async function settings(headers: Record<string, string> = {}, input: object = {}): Promise<Output<'getSettings'>> {
  const { status, body } = await test.client().call('getSettings', input, headers);
  expect(status).toBe(200);
  return body;
}

describe('the settings of a site', () => {
  it('are answered with their defaults', async () => {
    expect(await settings()).toMatchObject({
      name: 'Tealight',
      niche: 1,
      domain: 'tealight.example',
      signups: 'all',
      logged_out_search: true,
      message_credits: 5,
      signup_credits: 20,
      photo_credits: 10,
      gift_credits: 15,
      message_length: 500,
      min_age: 18,
      refund_days: 14,
      premium_match_claim: null,
      fictional_warning: true,
      search_fields: [...profileAttributes, 'languages'],
      demo: true,
    });
  });

  it('cover 19 countries with their regions and the lowest price of a message', async () => {
    const { countries, region_data: regions, minimum_message_costs: costs } = await settings();
    expect(countries).toEqual(countryCodes);
    for (const country of countryCodes) expect(regions[country]?.length, country).toBeGreaterThan(1);
    expect(Object.keys(costs).sort()).toEqual([...countryCodes].sort());
    // From the largest bundle: 700 credits for 94.99, five credits a message, rounded up.
    expect(costs['NL']).toEqual({ costs: 68, currency: 'EUR' });
    expect(costs['SE']).toEqual({ costs: 785, currency: 'SEK' });
  });

  it('are inherited from default to niche to domain', async () => {
    await configure('default', { name: 'House', mail_name: 'House', message_credits: 7 });
    await configure('niche:2', { name: 'Niche', mail_name: 'Niche' });
    await configure('domain:liefde.example', { name: 'Liefde' });
    const site = await settings({ host: 'liefde.example' });
    expect(site).toMatchObject({
      name: 'Liefde',
      mail_name: 'Niche',
      message_credits: 7,
      niche: 2,
      domain: 'liefde.example',
    });
    expect(await settings()).toMatchObject({ name: 'House', mail_name: 'House', message_credits: 7, niche: 1 });
  });

  it('give mails the name of the site, unless a scope has another for them', async () => {
    await configure('default', { name: 'House' });
    expect((await settings()).mail_name).toBe('House');
    await configure('default', { name: 'House', mail_name: 'Post' });
    expect((await settings()).mail_name).toBe('Post');
  });

  it('are those of the right site for any spelling of its host', async () => {
    for (const host of ['liefde.example', 'LIEFDE.example:8443', 'www.liefde.example', 'liefde.example.'])
      expect((await settings({ host })).domain, host).toBe('liefde.example');
  });

  it('ignore invalid, unknown and computed values', async () => {
    await configure('default', {
      message_credits: 'free',
      signup_credits: 30,
      nonsense: 1,
      demo: false,
      domain: 'evil.example',
    });
    expect(await settings()).toMatchObject({
      message_credits: 5,
      signup_credits: 30,
      demo: true,
      domain: 'tealight.example',
    });
  });

  it('advertise premium only with a complete claim that names its source', async () => {
    const claim = { percent: 46, source: 'Own figures', measured_on: '2026-03-01' };
    await configure('default', { premium_match_claim: claim });
    expect((await settings()).premium_match_claim).toEqual(claim);
    await configure('default', { premium_match_claim: 46 });
    expect((await settings()).premium_match_claim).toBeNull();
    await configure('default', { premium_match_claim: { ...claim, source: '' } });
    expect((await settings()).premium_match_claim).toBeNull();
  });

  it('have a title and a description in the language of the reader, unless a scope has its own', async () => {
    await configure('default', { name: 'House' });
    const german = await settings({ cookie: 'i18n_redirected=de' });
    expect(german.index_title).toMatch(/^House: Menschen bei Kerzenlicht/);
    expect(german.description).toContain('kein Abonnement');
    expect((await settings()).index_title).toMatch(/^House: meet people/);
    await configure('default', { index_title: 'Own title', description: 'Own words' });
    expect(await settings()).toMatchObject({ index_title: 'Own title', description: 'Own words' });
  });

  it('never lower the minimum age below 18', async () => {
    await configure('default', { min_age: 16 });
    expect((await settings()).min_age).toBe(18);
    await configure('domain:liefde.example', { min_age: 21 });
    expect((await settings({ host: 'liefde.example' })).min_age).toBe(21);
  });

  it('remove dashes and spaces from the phone number', async () => {
    await configure('default', { support_phone: '+31 (0)20 – 123-45 67' });
    expect((await settings()).support_phone).toBe('+31(0)201234567');
  });

  it('offer explicit interests only in niches that allow them', async () => {
    const explicit = (list: Output<'listInterests'>['interests']) => list.filter((one) => one.explicit).length;
    const list = async (host: string) => (await test.client().call('listInterests', {}, { host })).body.interests;
    expect(explicit(await list('localhost'))).toBe(0);
    expect(explicit(await list('knoop.example'))).toBeGreaterThan(0);
    expect((await settings({ host: 'knoop.example' })).interests).toEqual(await list('knoop.example'));
  });

  it('list the languages of the visitor’s country, with the site’s own first', async () => {
    expect((await settings()).locales).toEqual(languages);
    expect((await settings({ 'x-country': 'BE' })).locales).toEqual(['nl', 'fr', 'de', 'en']);
    const abroad = await settings({ 'x-country': 'JP' });
    expect([abroad.locales, abroad.geoip_country]).toEqual([languages, null]);
    await configure('domain:liefde.example', { domain_language: 'nl' });
    const german = await settings({ host: 'liefde.example', 'x-country': 'DE' });
    expect([german.locales, german.geoip_country]).toEqual([['nl', 'de', 'en'], 'DE']);
  });

  it('are read again after 30 seconds', async () => {
    expect((await settings()).name).toBe('Tealight');
    await test.sql(`update setting_scopes set values = '{"name": "Later"}' where scope = 'default'`);
    expect((await settings()).name).toBe('Tealight');
    test.clock.move(31_000);
    expect((await settings()).name).toBe('Later');
  });

  it('use the prices of the most specific scope that has any', async () => {
    await test.sql(`insert into bundles values ('niche:2', 'one', 5, 1)`);
    await test.sql(`insert into bundle_prices values ('niche:2', 'one', 'NL', 99, 'EUR')`);
    test.context.sites.clear();
    const costs = (await settings({ host: 'liefde.example' })).minimum_message_costs;
    expect([costs['NL']?.costs, costs['BE']?.costs]).toEqual([99, 68]);
  });
});

describe('a forced or foreign host (INP-07)', () => {
  it('selects a configured domain, or else the default site', async () => {
    expect((await settings({}, { domain: 'liefde.example' })).domain).toBe('liefde.example');
    const foreign = [
      'evil.example',
      '169.254.169.254',
      'localhost:9',
      '127.0.0.1',
      '[::1]',
      'liefde.example@evil.example',
    ];
    foreign.push(
      'http://liefde.example',
      'liefde.example/..',
      'liefde.example#',
      '%6c',
      'liefde.example\u3002evil.example',
    );
    for (const domain of foreign) {
      const answer = await settings({ host: 'liefde.example' }, { domain });
      expect([answer.domain, answer.niche], domain).toEqual(['tealight.example', 1]);
    }
  });

  it('is never contacted', async () => {
    let hits = 0;
    const sink = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    sink.on('connection', () => {
      hits += 1;
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const { port } = sink.address() as AddressInfo;
    for (const domain of [`127.0.0.1:${port}`, `http://127.0.0.1:${port}/`, `localhost:${port}`]) {
      await settings({ host: `127.0.0.1:${port}` }, { domain });
    }
    await new Promise((resolve) => sink.close(resolve));
    expect(hits).toBe(0);
  });

  it('is never repeated in the response', async () => {
    for (const host of ['evil.example', 'evil.example:3000', 'tealight.example.evil.example'])
      expect(JSON.stringify(await settings({ host }))).not.toContain('evil');
  });
});

describe('the company behind a site', () => {
  it('is inherited field by field', async () => {
    await configure('default', { company: { name: 'Haus GmbH', country: 'DE', support_phone: '030-12 34', added: 5 } });
    await configure('domain:liefde.example', { company: { city: 'Utrecht' } });
    const company = async (host: string) => (await test.client().call('getCompanyInfo', {}, { host })).body;
    expect(await company('localhost')).toMatchObject({ name: 'Haus GmbH', country: 'DE', support_phone: '0301234' });
    expect(await company('liefde.example')).toMatchObject({ name: 'Haus GmbH', city: 'Utrecht' });
    expect((await company('localhost')).added).toBe('2023-12-01T12:00:00.000Z');
  });
});

describe('the regions', () => {
  it('are the first-level regions of each country of the site', async () => {
    await configure('default', { countries: ['NL', 'CH'] });
    const { body } = await test.client().call('listRegions');
    expect(Object.keys(body.regions)).toEqual(['NL', 'CH']);
    expect([body.regions['NL']?.length, body.regions['CH']?.length]).toEqual([12, 26]);
  });
});
