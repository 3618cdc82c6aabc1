import { beforeEach, describe, expect, it } from 'vitest';

import type { AppContext } from '../../context.ts';
import { type VisitorSource, noSource } from '../../../contract/sources/tracking.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { type PageSlot, createSharedPages } from './shared-pages.ts';

const settings = {
  cdn_prefix: '',
  locales: ['en', 'de', 'fi'],
  countries: ['GB', 'DE', 'AT', 'FI'],
  domain_language: null,
};
let site = { settings };
const context = { sessionCookie: 'auth.session', sites: { atHost: async () => ({ site }) } } as unknown as AppContext;
let pages = createSharedPages(context, 'source gap');

const find = (
  { source, ...request }: Partial<DispatchRequest> & { source?: Partial<VisitorSource> } = {},
  url = '/',
  method = 'GET',
) => {
  const asked = { host: 'localhost', origin: 'http://localhost', cookies: {}, geoipCountry: null, ...request };
  return pages.find(method, url, asked as DispatchRequest, { ...noSource, ...source });
};

const policyOf = (nonce: string) => ({
  'content-security-policy': `script-src 'nonce-${nonce}'`,
  'x-robots-tag': 'noindex',
});
const textOf = (slot: PageSlot | undefined, nonce: string) => slot?.page?.plain({ nonce, source: '' }).toString();

describe('a cached page', () => {
  beforeEach(async () => {
    site = { settings: { ...settings } };
    pages = createSharedPages(context, 'source gap');
    (await find())?.store('<script nonce="first">', 'first', policyOf('first'));
  });

  it('is served again with the nonce of each answer', async () => {
    expect(textOf(await find(), 'other')).toBe('<script nonce="other">');
    expect(textOf(await find(), 'third')).toBe('<script nonce="third">');
    expect((await find())?.page?.headers('third')).toEqual(policyOf('third'));
  });

  it('depends on language, country, theme, address, origin, traffic source and dismissed alerts', async () => {
    (await find({ acceptedLanguages: 'de' }))?.store('x', 'n', {});
    const others = [
      await find({ acceptedLanguages: 'fi' }),
      await find({ acceptedLanguages: 'de-AT' }),
      await find({ cookies: { dismissed: 'demo:1' } }),
      await find({ cookies: { i18n_redirected: 'fi' } }),
      await find({ cookies: { theme: 'dark' } }),
      await find({ origin: 'https://localhost' }),
      await find({ source: { has: true } }),
      await find({ source: { isCarried: true } }),
      await find({ source: { choice: 'kept' } }),
      await find({ source: { isMeasured: true } }),
      await find({}, '/terms'),
    ];
    expect(others.map((slot) => slot?.page)).toEqual(others.map(() => undefined));
  });

  it('is the same for all visitors with a traffic source, whichever it is', async () => {
    const source = { has: true, isCarried: true };
    (await find({ tracking: { network: 'lantern', sub1: '1' }, source }))?.store('x', 'n', {});
    expect(textOf(await find({ tracking: { ref: 'friend', sub1: '2' }, source }), 'm')).toBe('x');
  });

  it('is not used for members or for methods other than GET', async () => {
    expect(await find({ cookies: { 'auth.session': 'x' } })).toBeUndefined();
    expect(await find({}, '/', 'POST')).toBeUndefined();
  });

  it('expires with the settings of its site', async () => {
    site = { settings: { ...settings } };
    expect((await find())?.page).toBeUndefined();
  });

  it('does not vary with unknown languages, themes or dismissals that a browser sends', async () => {
    for (const request of [
      { acceptedLanguages: 'en;q=0.9,xx-1' },
      { acceptedLanguages: 'tlh,en', cookies: { theme: 'pink', dismissed: 'a:1.b:2', i18n_redirected: 'tlh' } },
    ])
      expect(textOf(await find(request), 'other')).toBe('<script nonce="other">');
    (await find({ cookies: { dismissed: 'install:1.demo:2' } }))?.store('y', 'n', {});
    expect(textOf(await find({ cookies: { dismissed: 'demo:3.install:4.demo:5' } }), 'm')).toBe('y');
  });

  it('is not stored for a made-up query', async () => {
    for (const query of ['a=1', 'lang=tlh', 'lang=de&a=1', 'lang=de?lang=fi', ''])
      (await find({}, `/terms?${query}`))?.store('x', 'n', {});
    (await find({}, '/terms?lang=de'))?.store('x', 'n', {});
    expect((await find({}, '/terms?a=1'))?.page).toBeUndefined();
    expect((await find({}, '/terms?lang=de'))?.page).toBeDefined();
  });

  it('is stored only under its canonical address, not under others that open it', async () => {
    const madeUp = ['//', '/TERMS', '/terms/', '/terms//', '/%74erms', '/terms#a', '/#a'];
    for (const url of madeUp) (await find({}, url))?.store('x', 'n', {});
    const found = await Promise.all(madeUp.map((url) => find({}, url)));
    expect(found.map((slot) => slot?.page)).toEqual(madeUp.map(() => undefined));
    (await find({}, '/landers/some-name/slug'))?.store('x', 'n', {});
    expect((await find({}, '/landers/some-name/slug'))?.page).toBeDefined();
  });

  it('is evicted when it is the least recently used', async () => {
    for (let index = 0; index < 150; index += 1) (await find({}, `/${index}`))?.store('x', 'n', {});
    expect((await find())?.page).toBeDefined();
    for (let index = 150; index < 300; index += 1) (await find({}, `/${index}`))?.store('x', 'n', {});
    expect((await find())?.page).toBeDefined();
    expect((await find({}, '/299'))?.page).toBeDefined();
    expect((await find({}, '/100'))?.page).toBeUndefined();
  });
});
