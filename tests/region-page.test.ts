import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder, wordsOf } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('the page of languages', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder, env: { COUNTRY_HEADER: 'x-country' } });
  });
  afterAll(() => test.close());

  async function read(headers: Record<string, string> = {}): Promise<string> {
    const { statusCode, body } = await test.app.server.inject({
      url: '/lang-config',
      headers: { host: 'localhost', accept: 'text/html', ...headers },
    });
    expect(statusCode).toBe(200);
    return wordsOf(body);
  }

  it('says what decided the language of a visitor, and where they are taken to be', async () => {
    const guess = await read({ 'accept-language': 'tlh' });
    expect(guess).toContain('You’re reading English, because your browser asks for none that we speak.');
    expect(guess).toContain('United States. We guessed it from your language');
    const browser = await read({ 'accept-language': 'en-IE' });
    expect(browser).toContain('You’re reading English, because your browser asks for it.');
    expect(browser).toContain('Ireland, because that’s what your browser is set to.');
    const edge = await read({ 'accept-language': 'en-IE', 'x-country': 'GB' });
    expect(edge).toContain('United Kingdom, because that’s where your connection comes from.');
    expect(edge).toContain('£14.99 (GBP)');
    expect(await read({ cookie: 'i18n_redirected=de', 'accept-language': 'en' })).toContain(
      'Du liest Deutsch, weil du es in diesem Browser gewählt hast oder über einen Link in dieser Sprache kamst.',
    );
  });

  it('says to a member what their account says, and to each visitor their own', async () => {
    const member = await test.member();
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = await read({ cookie, 'accept-language': 'fi', 'x-country': 'FI' });
    expect(own).toContain('You’re reading English, as your account says.');
    expect(own).toContain('Netherlands, because that’s where you live.');
    expect(await read({ 'accept-language': 'en' })).not.toContain('where you live. You can');
  });

  it('is followed by the language that is chosen on it, without a script', async () => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/lang-config',
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ language: 'fi', next: '/lang-config' }).toString(),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/lang-config']);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^i18n_redirected=fi; Path=\/; Max-Age=31536000; SameSite=Lax$/,
    );
  });
});
