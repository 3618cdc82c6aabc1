import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from './support/chat.ts';
import { type TestApp, createTestApp, useTestApp } from './support/test-app.ts';

const pages = fileURLToPath(new URL('../build/web', import.meta.url));

describe('the web front', () => {
  const test = useTestApp({ pages: join(pages) });
  let port = 0;
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.server.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } });
  const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    test.app.server.inject({ method: 'POST', url, payload, headers: { host: 'localhost', ...headers } });

  beforeAll(async () => {
    await test.app.server.listen({ host: '127.0.0.1', port: 0 });
    port = (test.app.server.server.address() as { port: number }).port;
  });

  const everyKind = [
    '/login',
    '/nowhere',
    '/api/settings.php',
    '/api/nothing',
    '/api/user.php',
    '/media/member/x/y/full.webp',
    '/robots.txt',
    '/.well-known/security.txt',
    '/members?gender=nonsense',
  ];

  it.each(everyKind)('WEB-01, WEB-03: %s carries the security headers', async (url) => {
    const { headers } = await get(url);
    expect(headers['strict-transport-security']).toMatch(/max-age=(\d{8,}); includeSubDomains/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(/^(strict-origin|no-referrer|same-origin)/);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBeDefined();
    expect(headers['permissions-policy']).toContain('geolocation=(self)');
  });

  it('WEB-02, WEB-04: every page has a policy with a nonce of its own and cannot be framed', async () => {
    const policies = await Promise.all(
      ['/login', '/login', '/members', '/terms', '/nowhere', '/reset-password/do?token=x'].map(
        async (url) => (await get(url)).headers['content-security-policy'] as string,
      ),
    );
    for (const policy of policies) {
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
      expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]{20,}'$/);
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toMatch(/form-action 'self'(;|$)/);
      expect(policy).toContain("frame-ancestors 'none'");
    }
    expect(new Set(policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1])).size).toBe(policies.length);
  });

  it.each(['/', '/login', '/members', '/terms', '/nowhere'])(
    'the page %s carries the label that parental controls know',
    async (url) => {
      expect((await get(url)).body).toContain('<meta name="rating" content="RTA-5042-1996-1400-1577-RTA"/>');
    },
  );

  it('WEB-02: every script of a page carries its nonce', async () => {
    const page = await get('/login');
    const nonce = /'nonce-([^']+)'/.exec(page.headers['content-security-policy'] as string)?.[1] ?? '';
    const scripts = [...page.body.matchAll(/<script([^>]*)>/g)]
      .map((match) => match[1] ?? '')
      .filter((attributes) => !attributes.includes('application/json'));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((attributes) => !attributes.includes(`nonce="${nonce}"`))).toEqual([]);
  });

  it('WEB-05: the session cookie is HttpOnly and SameSite, and Secure under HTTPS', async () => {
    const secure = await createTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example' } });
    const signUp = (app: TestApp) =>
      app.app.server.inject({
        method: 'POST',
        url: '/api/signup.php',
        headers: { host: 'localhost' },
        payload: {
          email: `${randomUUID()}@example.org`,
          password: 'a quiet evening by the sea',
          name: `Cookie ${randomUUID().slice(0, 6)}`,
          date_of_birth: '1990-01-01',
          gender: 'female',
          country: 'NL',
          accept_terms: true,
          consent_sensitive: false,
        },
      });
    const [plain, encrypted] = [await signUp(test), await signUp(secure)];
    await secure.close();
    expect(plain.headers['set-cookie']).toMatch(
      /^auth\.session=[\w-]{36}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(encrypted.headers['set-cookie']).toMatch(/HttpOnly; Secure; SameSite=Lax/);
  });

  it.each(['https://evil.tld', 'null', 'https://localhost.evil', 'http://localhost:9'])(
    'WEB-06, WEB-07: a change from %s is refused',
    async (origin) => {
      const member = await quickMember(test);
      const cookie = `auth.session=${member.cookies.get('auth.session')}`;
      const answer = await test.app.server.inject({
        method: 'PUT',
        url: '/api/user.php',
        headers: { host: 'localhost', origin, cookie, 'content-type': 'application/json' },
        payload: { language: 'fi' },
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      const preflight = await test.app.server.inject({
        method: 'OPTIONS',
        url: '/api/user.php',
        headers: { host: 'localhost', origin, 'access-control-request-method': 'PUT' },
      });
      expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
      expect((await member.call('getUser')).body.user.language).toBe('en');
    },
  );

  it.each([
    ['text/plain', '{"language":"fi"}'],
    ['application/x-www-form-urlencoded', 'language=fi'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="language"\r\n\r\nfi\r\n--x--\r\n',
    ],
  ])('WEB-07, WEB-08: a cross-site %s body changes nothing', async (type, payload) => {
    const member = await quickMember(test);
    const cookie = `auth.session=${member.cookies.get('auth.session')}`;
    for (const url of ['/api/like.php', '/api/signup.php', '/api/user.php', '/login']) {
      const answer = await post(url, payload, {
        cookie,
        'content-type': type,
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.tld',
      });
      expect(answer.statusCode).toBe(403);
    }
    expect((await member.call('getUser')).body.user.language).toBe('en');
  });

  it('WEB-07: neither GET nor a method override changes anything', async () => {
    const member = await quickMember(test);
    const cookie = `auth.session=${member.cookies.get('auth.session')}`;
    expect((await get('/api/like.php?profile=x', { cookie })).statusCode).toBe(405);
    const overridden = await post(
      '/api/user.php?_method=PUT',
      { language: 'fi' },
      { cookie, 'x-http-method-override': 'PUT' },
    );
    expect(overridden.statusCode).toBe(422);
    expect((await member.call('getUser')).body.user.language).toBe('en');
  });

  it('WEB-08: an image or link of another site logs nobody out', async () => {
    const member = await quickMember(test);
    const cookie = `auth.session=${member.cookies.get('auth.session')}`;
    expect((await get('/api/logout.php', { cookie })).statusCode).toBe(403);
    expect(
      (await get('/api/logout.php', { cookie, 'x-client-type': 'web', 'sec-fetch-site': 'cross-site' })).statusCode,
    ).toBe(403);
    expect((await member.call('getUser')).status).toBe(200);
    expect((await member.call('logOut')).status).toBe(200);
    expect((await member.call('getUser')).status).toBe(403);
  });

  it('WEB-09, WEB-11: API answers are JSON that no browser renders or caches', async () => {
    for (const url of ['/api/settings.php', '/api/user.php', '/api/nothing']) {
      const { headers } = await get(url);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['cache-control']).toBe('no-store');
    }
    expect((await get('/login')).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('WEB-12: behind a proxy that speaks HTTPS, plain pages are redirected and plain calls refused', async () => {
    const proxied = await createTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example', TRUST_PROXY: '1' } });
    const plain = (url: string) =>
      proxied.app.server.inject({ url, headers: { host: 'tealight.example', 'x-forwarded-proto': 'http' } });
    const page = await plain('/terms');
    expect([page.statusCode, page.headers.location]).toEqual([301, 'https://tealight.example/terms']);
    expect((await plain('/api/settings.php')).statusCode).toBe(403);
    await proxied.close();
  });

  it.each([
    'POST /api/user.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/secret HTTP/1.1\r\n\r\n',
    'POST /api/user.php HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 9\r\n\r\nabcd',
    'POST /api/user.php HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  ])('WEB-13: a smuggled request is answered with 400', async (raw) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(raw);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 400/);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect((await get('/api/settings.php')).statusCode).toBe(200);
  });

  it.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/program/main.ts',
    '/assets/',
    '/metrics',
    '/health',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/dev/',
  ])('WEB-16: %s gives nothing away', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toMatch(/"dependencies"|\[core\]|at Object|node_modules/);
  });

  it('WEB-16: TRACE is refused', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 (400|404|405|501)/);
  });

  it('INP-11: hostile JSON is refused and leaves no trace', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const bodies = [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      deep,
      '[1,2]',
      '"text"',
      'null',
      '{',
      '{"language":["en","fi"]}',
    ];
    const member = await quickMember(test);
    const cookie = `auth.session=${member.cookies.get('auth.session')}`;
    for (const payload of bodies) {
      const answer = await test.app.server.inject({
        method: 'PUT',
        url: '/api/user.php',
        headers: { host: 'localhost', cookie, 'content-type': 'application/json' },
        payload,
      });
      expect([400, 413, 422], payload.slice(0, 40)).toContain(answer.statusCode);
    }
    const huge = await post('/api/user.php', 'x'.repeat(10_000_000), { 'content-type': 'application/json' });
    expect(huge.statusCode).toBe(413);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await get('/api/profiles.php?country=NL&country=DE')).statusCode).toBe(400);
  });

  it('INP-09: numeric edges are refused, never stored', async () => {
    for (const page of ['0', '-1', '1e999', 'NaN', '9999999999999999999', '1.5', '0x10x']) {
      expect((await get(`/api/profiles.php?pageNumber=${page}`)).statusCode, page).toBe(422);
    }
    for (const place of ['lat=91&lon=0', 'lat=NaN&lon=0', 'lat=0', 'lat=1e400&lon=0'])
      expect((await get(`/api/geocode.php?${place}`)).statusCode, place).toBe(422);
  });

  it('serves the OpenAPI document of every call', async () => {
    const document = (await get('/api/openapi.json')).json() as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/message.php');
  });
});
