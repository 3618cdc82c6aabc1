import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import type { Input, Output } from '../../contract/index.ts';
import { savePhoto } from '../photos/add-photo.ts';
import { stripes } from '../../tests/support/photo-files.ts';
import { quickMember, configureSite } from '../../tests/support/chat.ts';
import { buildCookieHeader, connect, listen, openTab } from '../../tests/support/live.ts';
import { type Shop, openShop } from '../../tests/support/payments.ts';
import { type TestApp, type TestClient, createTestApp, signUpForm } from '../../tests/support/test-app.ts';

// A host, or a call's `?domain=`, as an attacker chooses it.
const cheap = 'cheap.example';
interface Way {
  host: string;
  query: string;
}
const byHost: Way = { host: cheap, query: '' };
const byQuery: Way = { host: 'localhost', query: `domain=${cheap}` };
const directly: Way = { host: 'localhost', query: '' };

let shop: Shop;
let test: TestApp;
let member: TestClient;

beforeAll(async () => {
  shop = await openShop();
  test = shop.test;
  await test.sql(`insert into domains (host, niche) values ($1, 3), ('discreet.example', 1)`, [cheap]);
  const prices = { message_credits: 1, photo_credits: 1, signup_credits: 500 };
  const others = { message_length: 9, logged_out_search: false, pool: 'cheap' };
  await configureSite(test, { ...prices, ...others }, `domain:${cheap}`);
  await configureSite(test, { account_discretion: true }, 'domain:discreet.example');
  await test.sql(`insert into bundles values ($1, 'grand', 700, 1)`, [`domain:${cheap}`]);
  await test.sql(`insert into bundle_prices values ($1, 'grand', 'NL', 100, 'EUR')`, [`domain:${cheap}`]);
  member = await quickMember(test, { credits: 100 });
});
afterAll(() => shop.close());

async function call<Name extends OperationName>(
  client: TestClient,
  name: Name,
  { host, query }: Way,
  input: Partial<Input<Name>> | object = {},
): Promise<{ status: number; body: Output<Name> & { error?: string } }> {
  const { method, path } = getEndpoint(name);
  const own = method === 'GET' ? new URLSearchParams(input as Record<string, string>).toString() : '';
  const answer = await test.app.server.inject({
    method,
    url: `${path}?${[own, query].filter((part) => part !== '').join('&')}`,
    headers: { host, 'x-client-type': 'web' },
    cookies: Object.fromEntries(client.cookies),
    ...(method !== 'GET' && { payload: input }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as never };
}

async function joinSite(site: string, pool: string): Promise<TestClient> {
  const client = await quickMember(test, { credits: 100 });
  await test.sql('update members set site = $2 where member_id = $1', [client.id, site]);
  await test.sql('update profiles set pool = $2 where member_id = $1', [client.id, pool]);
  return client;
}

describe.each([
  ['the host', byHost],
  ['?domain=', byQuery],
])('a member of one site who names another by %s (H2)', (_name, way) => {
  it('sees and pays the prices of their own site', async () => {
    const { body } = await call(member, 'listBundles', way);
    expect(body.bundles.map(({ credits, amount }) => [credits, amount])).toContainEqual([700, 9_499]);
    expect([body.message_credits, body.photo_credits]).toEqual([5, 10]);
    const key = { idempotency_key: randomUUID() };
    const order = await call(member, 'createPayment', way, { bundle: 'grand', paymentmethod: 'ideal', ...key });
    expect(order.body.payment).toMatchObject({ credits: 700, list_amount: 9_499 });
  });

  it('sends at the price and up to the message length of their own site', async () => {
    const other = await quickMember(test);
    const message = { profile: other.id, text: 'Ten and more letters', idempotency_key: randomUUID() };
    const before = (await call(member, 'getUser', way)).body.user.credits;
    const sent = await call(member, 'sendMessage', way, message);
    expect([sent.status, sent.body.credits]).toEqual([200, before - 5]);
    const { body } = await call(member, 'getChat', way, { profile: other.id });
    expect(body.message_credits).toBe(5);
    expect((await call(member, 'getProfile', way, { id: other.id })).body.profile.message_credits).toBe(5);
  });

  it('neither finds nor opens a profile of another pool', async () => {
    const stranger = await joinSite(cheap, 'cheap');
    expect((await call(member, 'getProfile', way, { id: stranger.id })).status).toBe(404);
    expect((await call(member, 'addLike', way, { profile: stranger.id })).status).toBe(404);
    const { body } = await call(member, 'searchProfiles', way);
    expect(body.results.map(({ id }) => id)).not.toContain(stranger.id);
  });

  it('gets the settings and interests of their own site', async () => {
    const { body } = await call(member, 'listInterests', way);
    expect(body.interests.filter(({ explicit }) => explicit)).toEqual([]);
    if (way.query === '') expect((await call(member, 'getSettings', way)).body.message_credits).toBe(5);
  });
});

describe('a member of a niche site at the host of the default site (H2)', () => {
  it('has the prices, message length and pool of the niche site', async () => {
    const [own, other] = [await joinSite(cheap, 'cheap'), await joinSite(cheap, 'cheap')];
    expect((await call(own, 'listBundles', directly)).body.bundles.map(({ amount }) => amount)).toContain(100);
    expect((await call(own, 'getSettings', directly)).body).toMatchObject({ message_credits: 1, domain: cheap });
    const message = { profile: other.id, idempotency_key: randomUUID() };
    expect((await call(own, 'sendMessage', directly, { ...message, text: 'Ten letters' })).status).toBe(422);
    expect((await call(own, 'sendMessage', directly, { ...message, text: 'Hello' })).body.credits).toBe(99);
    expect((await call(own, 'getProfile', directly, { id: member.id })).status).toBe(404);
  });
});

describe('a visitor who names another site by ?domain= (H2)', () => {
  const way = byQuery;

  it('joins the site of the host, with its credits', async () => {
    const { body } = await call(test.client(), 'signUp', way, signUpForm());
    const [row] = await test.sql<{ site: string }>('select site from members where member_id = $1', [body.user?.id]);
    expect([row?.site, body.user?.credits]).toEqual(['default', 20]);
  });

  it('sees profiles, prices and interests of the site of the host', async () => {
    const stranger = await joinSite(cheap, 'cheap');
    expect((await call(test.client(), 'getProfile', way, { id: stranger.id })).status).toBe(404);
    expect((await call(test.client(), 'getProfile', way, { id: member.id })).status).toBe(200);
    const { body } = await call(test.client(), 'listBundles', way, { country: 'NL' });
    expect(body.bundles.map(({ amount }) => amount)).not.toContain(100);
    const list = await call(test.client(), 'listInterests', way);
    expect(list.body.interests.filter(({ explicit }) => explicit)).toEqual([]);
    expect((await call(test.client(), 'getCompanyInfo', way)).status).toBe(200);
  });

  it('reads only the public settings of the named site', async () => {
    expect((await call(test.client(), 'getSettings', way)).body).toMatchObject({ domain: cheap, message_credits: 1 });
    expect((await call(member, 'getSettings', way)).body).toMatchObject({ domain: cheap, message_credits: 1 });
  });
});

describe('the discretion of an account (H2)', () => {
  const reset = (email: string, host: string) =>
    call(test.client(), 'requestPasswordReset', { host, query: '' }, { email });

  it('is that of its own site, at every host', async () => {
    const discreet = await joinSite('discreet.example', 'default');
    const emails = { known: `${discreet.id}@example.org`, unknown: `${randomUUID()}@example.org` };
    await test.sql('insert into member_emails (email_key, member_id) values ($1, $2)', [emails.known, discreet.id]);
    for (const host of ['localhost', 'discreet.example', cheap]) {
      const [known, unknown] = [await reset(emails.known, host), await reset(emails.unknown, host)];
      expect([host, known.status, known.body]).toEqual([host, unknown.status, unknown.body]);
    }
  });
});

describe('an unknown host (H2)', () => {
  const evil: Way = { host: 'evil.example', query: '' };
  const signedIn = ['getUser', 'listChats', 'listLedger', 'listBlocks'] as const;

  it('serves the public settings of the default site and no session', async () => {
    for (const name of signedIn) {
      const { status, body } = await call(member, name, evil);
      expect([name, status, body.error]).toEqual([name, 403, 'session.missing']);
    }
    expect((await call(member, 'getSettings', evil)).body).toMatchObject({ message_credits: 5, niche: 1 });
    expect((await call(member, 'getUser', directly)).status).toBe(200);
  });

  it('opens no live channel', async () => {
    const address = await listen(test);
    const tab = connect(address, {
      host: 'evil.example',
      origin: 'http://evil.example',
      cookie: buildCookieHeader(member),
    });
    expect(await tab.closed).toBe(1008);
    await (await openTab(test, member)).close();
  });

  it('serves no photo of a member', async () => {
    const other = await quickMember(test);
    await savePhoto(test.context, other.id, await sharp(stripes(64, 48)).png().toBuffer());
    const { body } = await call(member, 'getProfile', directly, { id: other.id });
    const link = body.profile.main_image?.filename ?? 'none';
    const open = async (host: string): Promise<number> => {
      const cookies = Object.fromEntries(member.cookies);
      return (await test.app.server.inject({ url: link, headers: { host }, cookies })).statusCode;
    };
    expect([await open('localhost'), await open('evil.example')]).toEqual([200, 403]);
  });

  it('is any host that is not configured, except local hosts or a missing PUBLIC_ORIGIN in development', async () => {
    const apps = {
      production: await createTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example' } }),
      alone: await createTestApp(),
    };
    const { production, alone } = apps;
    production.context.config.production = true;
    await production.sql(`insert into domains (host, niche) values ('liefde.example', 2)`);
    production.context.sites.clear();
    const known = async (app: TestApp, host: string): Promise<boolean> => {
      const client = await quickMember(app);
      return (await client.call('getUser', {}, { host })).status === 200;
    };
    const hosts = [
      'tealight.example',
      'liefde.example',
      'www.liefde.example:443',
      'localhost',
      '127.0.0.1',
      'a.example',
    ];
    expect(await Promise.all(hosts.map((host) => known(production, host)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    production.context.config.production = false;
    expect(await Promise.all(hosts.map((host) => known(production, host)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(await Promise.all(hosts.map((host) => known(alone, host)))).toEqual(hosts.map(() => true));
    await Promise.all(Object.values(apps).map((app) => app.close()));
  });
});
