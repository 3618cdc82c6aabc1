import { describe, expect, it } from 'vitest';

import { pagesAreBuilt, pagesFolder, extractText } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('the page of languages', () => {
  const test = useTestApp({ pages: pagesFolder, env: { COUNTRY_HEADER: 'x-country' } });

  async function read(headers: Record<string, string> = {}): Promise<string> {
    const { statusCode, body } = await test.app.server.inject({
      url: '/lang-config',
      headers: { host: 'localhost', accept: 'text/html', ...headers },
    });
    expect(statusCode).toBe(200);
    return extractText(body);
  }

  it('says what decided the language and the country of a visitor', async () => {
    const guess = await read({ 'accept-language': 'tlh' });
    expect(guess).toContain(
      'You’re reading this in English, because your browser doesn’t ask for any language we offer.',
    );
    expect(guess).toContain('United States. We guessed it from your language');
    const browser = await read({ 'accept-language': 'en-IE' });
    expect(browser).toContain('You’re reading this in English, because that’s what your browser asks for.');
    expect(browser).toContain('Ireland, because that’s what your browser is set to.');
    const edge = await read({ 'accept-language': 'en-IE', 'x-country': 'GB' });
    expect(edge).toContain('United Kingdom, because that’s where your connection comes from.');
    expect(edge).toContain('£14.99 (GBP)');
    expect(await read({ cookie: 'i18n_redirected=de', 'accept-language': 'en' })).toContain(
      'Du siehst die Seite auf Deutsch, weil du es in diesem Browser gewählt hast oder über einen Link in dieser Sprache kamst.',
    );
  });

  it('shows a member the language and country of their account, but shows no visitor those', async () => {
    const member = await test.member();
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = await read({ cookie, 'accept-language': 'fi', 'x-country': 'FI' });
    expect(own).toContain('You’re reading this in English, as set in your account.');
    expect(own).toContain('Netherlands, because that’s where you live.');
    expect(await read({ 'accept-language': 'en' })).not.toContain('where you live. You can');
  });

  it.each([
    ['language', 'fi', 'i18n_redirected=fi; Path=/; Max-Age=31536000; SameSite=Lax'],
    ['country', 'FI', 'country=FI; Path=/; Max-Age=31536000; SameSite=Lax'],
    ['country', 'nowhere', ''],
  ])('sets the chosen %s without a script: %s', async (field, value, cookie) => {
    const answer = await test.app.server.inject({
      method: 'POST',
      url: '/lang-config',
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ [field]: value, next: '/lang-config' }).toString(),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/lang-config']);
    expect(String(answer.headers['set-cookie'] ?? '')).toBe(cookie);
  });

  it('shows the prices of the country that a visitor chose, not of that of the connection', async () => {
    const chosen = { 'accept-language': 'en-IE', 'x-country': 'GB', cookie: 'country=CH' };
    const page = await read(chosen);
    expect(page).toContain('Switzerland, because you chose it in this browser.');
    expect(page).toContain('(CHF)');
    const { statusCode, body } = await test.app.server.inject({
      url: '/pricing',
      headers: { host: 'localhost', ...chosen },
    });
    expect(statusCode).toBe(200);
    expect(extractText(body)).toContain('CHF');
    expect(await read({ ...chosen, cookie: 'country=XX' })).toContain('United Kingdom, because that’s where');
  });

  it('leads back to itself with the partner’s link that led to it', async () => {
    const { body } = await test.app.server.inject({
      url: '/lang-config?network=lantern',
      headers: { host: 'localhost' },
    });
    const next = [...body.matchAll(/name="next" value="([^"]*)"/g)].map(([, value]) => value);
    expect(next.length).toBeGreaterThan(1);
    expect([...new Set(next)]).toEqual(['/lang-config?network=lantern']);
  });

  it('offers no choice of a country to a member, who has said where they live', async () => {
    const member = await test.member();
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const html = async (headers: Record<string, string>): Promise<string> =>
      (await test.app.server.inject({ url: '/lang-config', headers: { host: 'localhost', ...headers } })).body;
    expect(await html({})).toContain('name="country"');
    expect(await html({ cookie })).not.toContain('name="country"');
    expect(await read({ cookie: `${cookie}; country=CH` })).toContain('Netherlands, because that’s where you live.');
  });
});
