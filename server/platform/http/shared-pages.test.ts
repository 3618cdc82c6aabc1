import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';

import type { AppContext } from '../../context.ts';
import type { Request } from '../dispatch.ts';
import { createSharedPages } from './shared-pages.ts';

let site = {};
const context = { sessionCookie: 'auth.session', siteOf: () => Promise.resolve(site) } as unknown as AppContext;
let pages = createSharedPages(context);

const find = (door: Partial<Request> = {}, request: Partial<FastifyRequest> = {}) =>
  pages.find(
    { method: 'GET', url: '/', ...request } as FastifyRequest,
    { host: 'localhost', origin: 'http://localhost', cookies: {}, geoipCountry: null, ...door } as Request,
  );

describe('a page that visitors share', () => {
  beforeEach(async () => {
    site = {};
    pages = createSharedPages(context);
    (await find())?.keep('<script nonce="first">', 'first');
  });

  it('is given again with the nonce of each answer', async () => {
    expect((await find())?.html?.('second')).toBe('<script nonce="second">');
    expect((await find())?.html?.('third')).toBe('<script nonce="third">');
  });

  it('is another one in another language, look, address, origin or from another partner', async () => {
    const others = [
      await find({ acceptedLanguages: 'de' }),
      await find({ cookies: { i18n_redirected: 'fi' } }),
      await find({ cookies: { theme: 'dark' } }),
      await find({ origin: 'https://localhost' }),
      await find({ tracking: { network: 'lantern' } }),
      await find({}, { url: '/?a=1' }),
    ];
    expect(others.map((keeper) => keeper?.html)).toEqual(others.map(() => undefined));
  });

  it('is for nobody who has a session, and answers nothing but GET', async () => {
    expect(await find({ cookies: { 'auth.session': 'x' } })).toBeUndefined();
    expect(await find({}, { method: 'POST' })).toBeUndefined();
  });

  it('goes with the settings of its site', async () => {
    site = {};
    expect((await find())?.html).toBeUndefined();
  });

  it('does not fill the memory with made-up addresses', async () => {
    for (let index = 0; index < 300; index += 1) (await find({}, { url: `/?${index}` }))?.keep('x', 'n');
    expect((await find({}, { url: '/?299' }))?.html).toBeUndefined();
    expect((await find())?.html).toBeDefined();
  });
});
