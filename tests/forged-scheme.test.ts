import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp, signUpForm } from './support/test-app.ts';

let test: TestApp;
afterEach(() => test.close());

/** Collects all responses and mails in which the server uses its own host or scheme. */
async function allThatNames(own: string, headers: Record<string, string>) {
  const email = `${randomUUID()}@example.org`;
  const signUp = await test.client().call('signUp', signUpForm({ email }), headers);
  const ask = (url: string, method: 'GET' | 'POST' = 'GET', payload?: object, more: Record<string, string> = {}) =>
    test.app.server.inject({ method, url, headers: { ...headers, ...more }, ...(payload && { payload }) });
  const reset = (origin: string) => ask('/api/reset-password.php', 'POST', { email }, { origin });
  const home = (await ask('/', 'GET', undefined, { accept: 'text/html' })).body;
  const swapped = own.startsWith('https') ? 'http://localhost' : 'https://localhost';
  const guarded = [await reset(own), await reset(swapped), await reset('http://evil.example')];
  await test.runJobs();
  const mail = (await test.outbox()).find(({ to, text }) => to === email && text.includes('/reset-password/do?'));
  return {
    sitemap: (await ask('/sitemap.xml')).body,
    robots: (await ask('/robots.txt')).body,
    canonical: home.match(/<link[^>]*rel="(?:canonical|alternate)"[^>]*>/g)?.join(''),
    cookies: [signUp.headers['set-cookie']].flat().map((cookie) => String(cookie).replace(/^([^=]+)=[^;]*/, '$1')),
    guarded: guarded.map(({ statusCode }) => statusCode),
    mail: /https?:\/\/[^?\s]+\/reset-password\/do/.exec(mail?.text ?? '')?.[0],
  };
}

describe.skipIf(!pagesAreBuilt)('a forged host or scheme', () => {
  it.each([
    ['0', 'http://localhost', 'https'],
    ['1', 'http://localhost', 'https'],
    ['0', 'https://localhost', 'http'],
    // Requests that are not https are redirected first.
    ['1', 'https://localhost', 'http, https'],
  ])('changes nothing with TRUST_PROXY=%s and PUBLIC_ORIGIN=%s', async (trusted, origin, scheme) => {
    test = await createTestApp({ env: { TRUST_PROXY: trusted, PUBLIC_ORIGIN: origin }, pages: pagesFolder });
    const honest = {
      host: 'localhost',
      ...(trusted === '1' && { 'x-forwarded-proto': new URL(origin).protocol.slice(0, -1) }),
    };
    const plain = await allThatNames(origin, honest);
    expect(plain.sitemap).toContain(`${origin}/sitemap-en.xml`);
    expect(plain.canonical).toContain(`href="${origin}/"`);
    expect(plain.cookies).toHaveLength(1);
    expect(plain.cookies.every((cookie) => cookie.includes('Secure') === origin.startsWith('https'))).toBe(true);
    expect(plain.mail).toMatch(new RegExp(`^${origin}/reset-password/do`));
    expect(plain.guarded).toEqual([200, 403, 403]);
    const forged = {
      'x-forwarded-proto': scheme,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '444',
      forwarded: `host=evil.example;proto=${scheme.split(',')[0]}`,
    };
    expect(await allThatNames(origin, { ...honest, ...forged })).toEqual(plain);
  });
});
