import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { localeCookieName } from '../contract/platform/limits.ts';
import { createLog } from '../server/platform/monitoring/log.ts';
import { pagesAreBuilt, pagesFolder, plain } from './support/pages.ts';
import { type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

const written: string[] = [];
let test: TestApp;

beforeAll(async () => {
  if (!pagesAreBuilt) return;
  const log = createLog('info', { write: (line: string) => void written.push(line) });
  test = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' }, pages: pagesFolder, log });
  const settings = { name: 'Vonk', locales: ['nl', 'de'], domain_language: 'nl' };
  await test.sql(`update setting_scopes set values = values || $1 where scope = 'default'`, [settings]);
  test.context.sites.clear();
});
afterAll(() => test?.close());

const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
beforeEach(() => written.splice(0));
afterEach(() => {
  expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  for (const line of written) expect(() => JSON.parse(line) as unknown).not.toThrow();
});

let lastAddress = 0;
/** Returns a fresh address, because general limits count by address. */
const newAddress = (): string => `198.51.100.${(lastAddress += 1)}`;

async function open(url: string, { ip = newAddress(), client, headers = {} }: Opening = {}) {
  const answer = await test.app.server.inject({
    url,
    remoteAddress: ip,
    headers: { host: 'localhost', accept: 'text/html', ...headers },
    cookies: Object.fromEntries(client?.cookies ?? []),
  });
  const { body: html, statusCode: status } = answer;
  const part = (pattern: RegExp): string => plain(pattern.exec(html)?.[1] ?? '').replaceAll('&#x27;', '’');
  return {
    html,
    status,
    wait: Number(answer.headers['retry-after']),
    language: part(/<html[^>]* lang="([^"]*)"/).slice(0, 2),
    title: part(/<title>([^<]*)<\/title>/),
    heading: part(/<h1[^>]*>([^<]*)<\/h1>/),
  };
}

interface Opening {
  ip?: string;
  client?: TestClient;
  headers?: Record<string, string>;
}

async function useUp(name: 'read' | 'profile', ip: string, member?: MemberId): Promise<void> {
  const { rateLimits } = test.context;
  const exhaust = async (): Promise<never> => {
    for (;;) await rateLimits.enforceCall(name, ip, member);
  };
  await expect(exhaust()).rejects.toThrow('request.too-many');
}

const dutch = (code: 'request.too-many' | 'request.busy' | 'request.failed'): RegExp =>
  new RegExp(`^${test.context.sentences.in('nl')(`errors.${code}`, { wait: 0, wait_unit: 'seconds' }).split('0')[0]}`);

describe.skipIf(!pagesAreBuilt)('a page whose calls are refused', () => {
  it('answers 429 and when to retry, in the language and under the name of the site', async () => {
    const ip = newAddress();
    await useUp('read', ip);
    const page = await open('/pricing', { ip, headers: { 'accept-language': 'en' } });
    expect(page).toMatchObject({
      status: 429,
      language: 'nl',
      heading: expect.stringMatching(dutch('request.too-many')),
    });
    expect(page.wait).toBeGreaterThan(0);
    expect(page.title).toBe(`${page.heading} · Vonk`);
    expect(page.html).not.toContain('Tealight');
  });

  it.each(['/pricing.data', '/login.data', '/_root.data'])(
    'answers 429 for the data of a page too: %s',
    async (url) => {
      const ip = newAddress();
      await useUp('read', ip);
      const { status, wait } = await open(url, { ip });
      expect(status).toBe(429);
      expect(wait).toBeGreaterThan(0);
    },
  );

  it('speaks the language that the visitor chose, or that of the account', async () => {
    const ip = newAddress();
    await useUp('read', ip);
    expect((await open('/pricing', { ip, headers: { cookie: `${localeCookieName}=de` } })).language).toBe('de');
    const ada = await test.member();
    await ada.call('updateUser', { language: 'de' });
    await useUp('read', newAddress(), ada.id);
    const page = await open('/likes', { client: ada });
    expect(page).toMatchObject({ status: 429, language: 'de' });
    expect(page.wait).toBeGreaterThan(0);
  });

  it('keeps its layout if only its own call is refused', async () => {
    const [ada, bo] = [await test.member(), await test.member()];
    await useUp('profile', newAddress(), ada.id);
    const page = await open(`/members/${bo.id}`, { client: ada });
    expect(page).toMatchObject({ status: 429, heading: expect.stringMatching(dutch('request.too-many')) });
    expect(page.wait).toBeGreaterThan(0);
    expect(page.title).toMatch(/· Vonk$/);
    expect(page.html).toContain('<nav');
  });

  it.each([
    ['is not reached', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['has no connection left', new Error('timeout exceeded when trying to connect')],
    ['loses the connection of a call', new Error('Connection terminated unexpectedly')],
  ])('answers 503 when the database %s, even if the settings of the site are not cached', async (_what, fault) => {
    await open('/');
    // Calls read by queries of the pool, pages on a connection of their own.
    const asking = (['query', 'connect'] as const).map((name) =>
      vi.spyOn(test.context.database.pool, name).mockRejectedValue(fault as never),
    );
    const member = { cookie: `${test.context.sessionCookie}=${'x'.repeat(43)}` };
    for (const headers of [{}, member])
      for (const isRemembered of [true, false]) {
        if (!isRemembered) test.context.sites.clear();
        const page = await open('/pricing', { headers });
        expect(page).toMatchObject({ status: 503, wait: 5, language: 'nl' });
        expect(page.heading).toMatch(dutch('request.busy'));
        expect(page.title).toBe(`${page.heading} · Vonk`);
      }
    for (const spy of asking) spy.mockRestore();
    test.context.sites.clear();
  });

  it('logs each refusal as one line', async () => {
    const ip = newAddress();
    await useUp('read', ip);
    await open('/pricing', { ip });
    const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatchObject({ level: 30, event: 'refused', code: 'request.too-many' });
  });
});

describe.skipIf(!pagesAreBuilt)('a path that no route matches', () => {
  it.each(['/no%0Awhere', '/no%0Dwhere', '/no%E2%80%A8where', '/members/%0A'])(
    'gets 404 under the name of the site and is not written to the log: %s',
    async (path) => {
      const page = await open(path);
      expect(page).toMatchObject({ status: 404, language: 'nl', title: expect.stringMatching(/· Vonk$/) });
      expect(page.html).toContain('href="/"');
      expect(written.join()).not.toContain('where');
    },
  );
});
