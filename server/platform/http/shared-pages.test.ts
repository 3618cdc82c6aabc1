import { beforeEach, describe, expect, it } from 'vitest';

import type { AppContext } from '../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { type PageSlot, createSharedPages, keepPage } from './shared-pages.ts';

const settings = {
  cdn_prefix: '',
  locales: ['en', 'de', 'fi'],
  countries: ['GB', 'DE', 'AT', 'FI'],
  domain_language: null,
};
let site = { settings };
const context = { sessionCookie: 'auth.session', sites: { atHost: async () => ({ site }) } } as unknown as AppContext;
let pages = createSharedPages(context);

const find = (
  { facts = {}, ...request }: Partial<DispatchRequest> & { facts?: object } = {},
  url = '/',
  method = 'GET',
) => {
  const asked = { host: 'localhost', origin: 'http://localhost', cookies: {}, geoipCountry: null, ...request };
  return pages.find(method, url, asked as DispatchRequest, facts);
};

const makePolicy = (nonce: string) => ({
  'content-security-policy': `script-src 'nonce-${nonce}'`,
  'x-robots-tag': 'noindex',
});
const renderText = (slot: PageSlot | undefined, nonce: string) => slot?.page?.plain({ nonce, source: '' }).toString();

describe('a cached page', () => {
  beforeEach(async () => {
    site = { settings: { ...settings } };
    pages = createSharedPages(context);
    (await find())?.store(
      keepPage('<script nonce="first">', { nonce: 'first', source: 'a source' }),
      'first',
      makePolicy('first'),
    );
  });

  it('is served again with the nonce of each response', async () => {
    expect(renderText(await find(), 'other')).toBe('<script nonce="other">');
    expect(renderText(await find(), 'third')).toBe('<script nonce="third">');
    expect((await find())?.page?.headers('third')).toEqual(makePolicy('third'));
  });

  it('depends on language, country, theme, address, origin and the facts of the visit', async () => {
    (await find({ acceptedLanguages: 'de' }))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    const others = [
      await find({ acceptedLanguages: 'fi' }),
      await find({ acceptedLanguages: 'de-AT' }),
      await find({ cookies: { i18n_redirected: 'fi' } }),
      await find({ cookies: { theme: 'dark' } }),
      await find({ origin: 'https://localhost' }),
      await find({ facts: { source: { has: true } } }),
      await find({}, '/terms'),
    ];
    expect(others.map((slot) => slot?.page)).toEqual(others.map(() => undefined));
  });

  it('is the same for all visitors with a traffic source, whichever it is', async () => {
    const facts = { source: { has: true, isCarried: true } };
    (await find({ visit: { tracking: { network: 'lantern', sub1: '1' } }, facts }))?.store(
      keepPage('x', { nonce: 'n', source: 'a source' }),
      'n',
      {},
    );
    expect(renderText(await find({ visit: { tracking: { ref: 'friend', sub1: '2' } }, facts }), 'm')).toBe('x');
  });

  it('is not used for members or for methods other than GET', async () => {
    expect(await find({ cookies: { 'auth.session': 'x' } })).toBeUndefined();
    expect(await find({}, '/', 'POST')).toBeUndefined();
  });

  it('expires with the settings of its site', async () => {
    site = { settings: { ...settings } };
    expect((await find())?.page).toBeUndefined();
  });

  it('does not vary with unknown languages or themes that a browser sends', async () => {
    for (const request of [
      { acceptedLanguages: 'en;q=0.9,xx-1' },
      { acceptedLanguages: 'tlh,en', cookies: { theme: 'pink', i18n_redirected: 'tlh' } },
    ])
      expect(renderText(await find(request), 'other')).toBe('<script nonce="other">');
  });

  it('is not stored for a made-up query', async () => {
    for (const query of ['a=1', 'lang=tlh', 'lang=de&a=1', 'lang=de?lang=fi', ''])
      (await find({}, `/terms?${query}`))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    (await find({}, '/terms?lang=de'))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    expect((await find({}, '/terms?a=1'))?.page).toBeUndefined();
    expect((await find({}, '/terms?lang=de'))?.page).toBeDefined();
  });

  it('is stored only under its canonical address, not under others that open it', async () => {
    const madeUp = ['//', '/TERMS', '/terms/', '/terms//', '/%74erms', '/terms#a', '/#a'];
    for (const url of madeUp) (await find({}, url))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    const found = await Promise.all(madeUp.map((url) => find({}, url)));
    expect(found.map((slot) => slot?.page)).toEqual(madeUp.map(() => undefined));
    (await find({}, '/landers/some-name/slug'))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    expect((await find({}, '/landers/some-name/slug'))?.page).toBeDefined();
  });

  it('is evicted when it is the least recently used', async () => {
    for (let index = 0; index < 150; index += 1)
      (await find({}, `/${index}`))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    expect((await find())?.page).toBeDefined();
    for (let index = 150; index < 300; index += 1)
      (await find({}, `/${index}`))?.store(keepPage('x', { nonce: 'n', source: 'a source' }), 'n', {});
    expect((await find())?.page).toBeDefined();
    expect((await find({}, '/299'))?.page).toBeDefined();
    expect((await find({}, '/100'))?.page).toBeUndefined();
  });
});
