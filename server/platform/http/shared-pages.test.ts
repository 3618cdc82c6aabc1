import { beforeEach, describe, expect, it } from 'vitest';

import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { createSharedPages } from './shared-pages.ts';

let site = { settings: { cdn_prefix: '' } };
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
    site = { settings: { cdn_prefix: '' } };
    pages = createSharedPages(context);
    (await find())?.store('<script nonce="first">', 'first');
  });

  it('is served again with the nonce of each answer', async () => {
    expect((await find())?.html?.('second')).toBe('<script nonce="second">');
    expect((await find())?.html?.('third')).toBe('<script nonce="third">');
  });

  it('depends on language, theme, address, origin and traffic source', async () => {
    const others = [
      await find({ acceptedLanguages: 'de' }),
      await find({ cookies: { i18n_redirected: 'fi' } }),
      await find({ cookies: { theme: 'dark' } }),
      await find({ origin: 'https://localhost' }),
      await find({ tracking: { network: 'lantern' } }),
      await find({}, '/?a=1'),
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
    site = { settings: { cdn_prefix: '' } };
    expect((await find())?.html).toBeUndefined();
  });

  it('is not stored for an unlimited number of made-up addresses', async () => {
    for (let index = 0; index < 300; index += 1) (await find({}, `/?${index}`))?.store('x', 'n');
    expect((await find({}, '/?299'))?.html).toBeUndefined();
    expect((await find())?.html).toBeDefined();
  });
});
