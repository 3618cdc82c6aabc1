import { beforeEach, describe, expect, it } from 'vitest';

import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { createSharedPages } from './shared-pages.ts';

const settings = {
  cdn_prefix: '',
  locales: ['en', 'de', 'fi'],
  countries: ['GB', 'DE', 'AT', 'FI'],
  domain_language: null,
};
let site = { settings };
const context = { sessionCookie: 'auth.session', sites: { atHost: async () => ({ site }) } } as unknown as AppContext;
let pages = createSharedPages(context);

const find = (request: Partial<DispatchRequest> = {}, url = '/', method = 'GET') =>
  pages.find(method, url, {
    host: 'localhost',
    origin: 'http://localhost',
    cookies: {},
    geoipCountry: null,
    ...request,
  } as DispatchRequest);

describe('a cached page', () => {
  beforeEach(async () => {
    site = { settings: { ...settings } };
    pages = createSharedPages(context);
    (await find())?.store('<script nonce="first">', 'first');
  });

  it('is served again with the nonce of each answer', async () => {
    expect((await find())?.html?.('second')).toBe('<script nonce="second">');
    expect((await find())?.html?.('third')).toBe('<script nonce="third">');
  });

  it('depends on language, country, theme, address, origin, traffic source and dismissed alerts', async () => {
    (await find({ acceptedLanguages: 'de' }))?.store('x', 'n');
    const others = [
      await find({ acceptedLanguages: 'fi' }),
      await find({ acceptedLanguages: 'de-AT' }),
      await find({ cookies: { dismissed: 'demo:1' } }),
      await find({ cookies: { i18n_redirected: 'fi' } }),
      await find({ cookies: { theme: 'dark' } }),
      await find({ origin: 'https://localhost' }),
      await find({ tracking: { network: 'lantern' } }),
      await find({}, '/terms'),
    ];
    expect(others.map((slot) => slot?.html)).toEqual(others.map(() => undefined));
  });

  it('is the same for all visitors of one partner', async () => {
    (await find({ tracking: { network: 'lantern', sub1: '1' } }))?.store('x', 'n');
    expect((await find({ tracking: { ref: 'friend', sub1: '2' } }))?.html?.('m')).toBe('x');
  });

  it('is not used for members or for methods other than GET', async () => {
    expect(await find({ cookies: { 'auth.session': 'x' } })).toBeUndefined();
    expect(await find({}, '/', 'POST')).toBeUndefined();
  });

  it('expires with the settings of its site', async () => {
    site = { settings: { ...settings } };
    expect((await find())?.html).toBeUndefined();
  });

  it('is the same whatever words of a browser choose it', async () => {
    for (const request of [
      { acceptedLanguages: 'en;q=0.9,xx-1' },
      { acceptedLanguages: 'tlh,en', cookies: { theme: 'pink', dismissed: 'a:1.b:2', i18n_redirected: 'tlh' } },
    ])
      expect((await find(request))?.html?.('m')).toBe('<script nonce="m">');
    (await find({ cookies: { dismissed: 'install:1.demo:2' } }))?.store('y', 'n');
    expect((await find({ cookies: { dismissed: 'demo:3.install:4.demo:5' } }))?.html?.('m')).toBe('y');
  });

  it('is not stored for a made-up query', async () => {
    for (const query of ['a=1', 'lang=tlh', 'lang=de&a=1', 'lang=de?lang=fi', ''])
      (await find({}, `/terms?${query}`))?.store('x', 'n');
    (await find({}, '/terms?lang=de'))?.store('x', 'n');
    expect((await find({}, '/terms?a=1'))?.html).toBeUndefined();
    expect((await find({}, '/terms?lang=de'))?.html).toBeDefined();
  });

  it('is stored under the address that links have, and no other that opens it', async () => {
    const madeUp = ['//', '/TERMS', '/terms/', '/terms//', '/%74erms', '/terms#a', '/#a'];
    for (const url of madeUp) (await find({}, url))?.store('x', 'n');
    const found = await Promise.all(madeUp.map((url) => find({}, url)));
    expect(found.map((slot) => slot?.html)).toEqual(madeUp.map(() => undefined));
    (await find({}, '/landers/some-name/slug'))?.store('x', 'n');
    expect((await find({}, '/landers/some-name/slug'))?.html).toBeDefined();
  });

  it('makes room for another when it was not used for the longest time', async () => {
    for (let index = 0; index < 150; index += 1) (await find({}, `/${index}`))?.store('x', 'n');
    expect((await find())?.html).toBeDefined();
    for (let index = 150; index < 300; index += 1) (await find({}, `/${index}`))?.store('x', 'n');
    expect((await find())?.html).toBeDefined();
    expect((await find({}, '/299'))?.html).toBeDefined();
    expect((await find({}, '/100'))?.html).toBeUndefined();
  });
});
