import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { startSandbox, testKey } from '../mocks/payment-provider/testing.ts';
import { sendText } from './support/chat.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let test: TestApp;
beforeAll(async () => {
  sandbox = await startSandbox({ webhookRetryDelaysMs: [] });
  test = await createTestApp({
    ...(pagesAreBuilt && { pages: pagesFolder }),
    env: { COUNTRY_HEADER: 'x-country' },
    paymentProvider: { url: sandbox.url, apiKey: testKey, embedded: true },
  });
});
afterAll(async () => {
  await sandbox.close();
  await test.close();
});

describe("the sandbox's pay page", () => {
  const device = 'tablet.test:3000';

  it("is reached under the site's own origin, whatever host name a device uses", async () => {
    const buyer = await test.member();
    const order = { bundle: 'medium', paymentmethod: 'ideal', idempotency_key: randomUUID() };
    const { body } = await buyer.call('createPayment', order, { host: device });
    const payPage = new URL(body.redirect_url ?? '');
    expect(payPage.origin).toBe(`http://${device}`);
    const again = await buyer.call('getPayment', { id: body.payment.payment_id }, { host: device });
    expect(again.body.redirect_url).toBe(payPage.href);

    const shown = await test.app.server.inject({ url: payPage.pathname, headers: { host: device } });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const action = /<form[^>]* action="([^"]*)"/.exec(shown.body)?.[1] ?? '/none';
    const target = new URL(action, payPage);
    expect(target.href).toBe(payPage.href);
    const paid = await test.app.server.inject({
      method: 'POST',
      url: target.pathname,
      headers: {
        host: device,
        origin: payPage.origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'action=pay',
    });
    expect(paid.statusCode).toBe(303);
    expect(paid.headers.location).toBe(`http://${device}/transactions/${body.payment.payment_id}`);
    expect((await sandbox.get(payPage.pathname.split('/').at(-1) ?? '')).body).toMatchObject({ status: 'paid' });
  });

  it('opens no other path to the sandbox', async () => {
    for (const url of ['/sandbox/control/payments', '/sandbox/pay/..%2Fcontrol', '/sandbox/v2/payments'])
      expect((await test.app.server.inject({ url, headers: { host: device } })).statusCode, url).toBe(404);
  });

  it('is not served if there is another provider', async () => {
    const other = await createTestApp({ paymentProvider: { url: sandbox.url, apiKey: testKey } });
    expect((await other.app.server.inject({ url: '/sandbox/pay/tr_1' })).statusCode).toBe(404);
    await other.close();
  });
});

describe('the payment methods of a country', () => {
  const list = (country: string) => test.client().call('listPaymentMethods', {}, { 'x-country': country });

  it('are those that the provider offers there', async () => {
    expect((await list('NL')).body.paymentmethods).toContain('ideal');
    expect((await list('NL')).body.paymentmethods).not.toContain('swish');
    expect((await list('SE')).body.paymentmethods).toContain('swish');
    expect((await list('SE')).body.paymentmethods).not.toContain('ideal');
  });

  it("are those of a member's own country", async () => {
    const member = await test.member({ country: 'SE', town: 'se-stockholm' });
    expect((await member.call('listPaymentMethods', {}, { 'x-country': 'NL' })).body.country).toBe('SE');
  });
});

describe.skipIf(!pagesAreBuilt)('the footer', () => {
  const getFooter = async (path: string, language = 'en', country = 'NL'): Promise<string> => {
    const { body } = await test.app.server.inject({
      url: path,
      headers: { host: 'localhost', accept: 'text/html', 'x-country': country },
      cookies: { i18n_redirected: language },
    });
    return /<footer[\s\S]*<\/footer>/.exec(body)?.[0] ?? '';
  };

  it.each(languages)('has the nine links of the specification in %s, and none is dead', async (language) => {
    const links = [...(await getFooter('/faq', language)).matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(
      ([, to]) => to ?? '',
    );
    const paths = links.slice(0, 9);
    expect(new Set(paths).size).toBe(9);
    expect(paths).toContain('/complaints');
    // Two languages show that the pages behind the links exist, which have the same paths in all.
    for (const path of ['en', 'pl'].includes(language) ? links : []) {
      const { status, html } = await openPage(test, test.client(), path);
      expect([path, status]).toEqual([path, 200]);
      const anchor = path.split('#')[1];
      if (anchor) expect(html).toContain(`id="${anchor}"`);
    }
  });

  it("names the payment methods of the visitor's country", async () => {
    expect(await getFooter('/faq', 'en', 'NL')).toContain('iDEAL | Wero');
    expect(await getFooter('/faq', 'en', 'NL')).not.toMatch(/EPS|Swish/);
    expect(await getFooter('/terms', 'en', 'SE')).toMatch(/Swish/);
  });

  it('has the notice for the United States on English pages only', async () => {
    expect(await getFooter('/faq')).toContain('background checks');
    const german = test.context.sentences.in('de')('shell.footer.us', { name: 'Tealight' }).split('.')[0] ?? 'none';
    expect(await getFooter('/faq', 'de')).not.toContain(german);
  });
});

describe.skipIf(!pagesAreBuilt)('the alerts of an account', () => {
  const say = (id: Parameters<ReturnType<TestApp['context']['sentences']['in']>>[0], values = {}): string =>
    test.context.sentences.in('en')(id, values);

  it('ask for a photo in the members area once the email address is confirmed', async () => {
    const member = await test.member();
    // The time bonus, which takes precedence, has ended.
    await test.sql(`update members set signup_at = signup_at - interval '1 day' where member_id = $1`, [member.id]);
    const shown = async (path: string): Promise<boolean> =>
      (await openPage(test, member, path)).html.includes('data-alert="profile-photo"');
    expect([await shown('/members'), await shown('/profile'), await shown('/settings')]).toEqual([true, false, false]);
    const unconfirmed = await test.member({ confirmed: false });
    expect((await openPage(test, unconfirmed, '/members')).html).not.toContain('data-alert="profile-photo"');
  });

  it.each(['fbl', 'bounce', 'listunsubscribe'] as const)('say that mails were stopped by %s', async (reason) => {
    const member = await test.member();
    const before = (await openPage(test, member, '/likes')).html;
    expect(before).not.toContain('data-alert="disabled-notifications"');
    await test.sql('update members set notifications_off = $2 where member_id = $1', [member.id, { like: reason }]);
    const { html } = await openPage(test, member, '/likes');
    const { email } = (await member.call('getUser')).body.user;
    const text = html.replaceAll('&#x27;', "'").replaceAll('<!-- -->', '');
    expect(text).toContain(say(`shell.mails-off.${reason}`, { email }));
    expect(html).toContain('href="/notifications"');
    expect((await openPage(test, member, '/members')).html).not.toContain('data-alert="profile-photo"');
  });
});

it.skipIf(!pagesAreBuilt)('the title of an error page also counts unread messages', async () => {
  const [reader, writer] = [await test.member({ gender: 'male' }), await test.member()];
  await sendText(writer, { profile: reader.id }, 'Hello');
  const { html } = await openPage(test, reader, '/nowhere');
  expect(/<title>([^<]*)/.exec(html)?.[1]).toMatch(/^\(1\) This page could not be found · /);
});

describe.skipIf(!pagesAreBuilt)('the start page', () => {
  const headers = { host: 'localhost', accept: 'text/html' };

  it('preloads nothing of the program that waits for an interaction, and starts it with its nonce', async () => {
    const page = await test.app.server.inject({ url: '/', headers });
    const nonce = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1] ?? 'none';
    const [before = '', inert = '', after = ''] = page.body.split(/<template id="program">|<\/template>/);
    expect(inert).toContain('modulepreload');
    expect(before + after).not.toMatch(/modulepreload|as="fetch"|type="module"/);
    expect(after).toMatch(new RegExp(`^<script[^>]* nonce="${nonce.replaceAll(/[+/]/g, String.raw`\$&`)}"`));
  });

  it('has the same headers for HEAD as for GET', async () => {
    const asking = { url: '/', headers: { ...headers, 'accept-encoding': 'gzip, br' } };
    const answers = [];
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const)
      answers.push(await test.app.server.inject({ ...asking, method }));
    const seen = answers.map((answer) => [answer.statusCode, answer.headers['content-encoding'], answer.headers.vary]);
    expect(seen).toEqual(seen.map(() => [200, 'gzip', 'accept-encoding']));
    expect(answers.map(({ rawPayload }) => rawPayload.length > 0)).toEqual([false, true, false, true]);
  });
});
