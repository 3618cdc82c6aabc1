import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createSentences } from '../platform/sentences.ts';
import { type TestApp, createTestApp, signUpForm } from '../../tests/support/test-app.ts';
import { composeEmail } from './email.ts';

const say = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)), ['mail', 'common']).in('en');
const values = {
  kind: 'activation',
  language: 'en',
  name: 'Vera',
  site: 'Tealight',
  niche: 1,
  discreet: false,
  isTest: false,
  link: 'https://tealight.example/activate/done?token=abc',
  company: { name: 'Tealight Example B.V.', address: 'Kade 1', city: 'Amsterdam' },
  supportEmail: 'support@tealight.example',
} as const;

describe('an email', () => {
  it('shows names literally, including markup and placeholders (INP-08)', () => {
    const name = `<img src=x onerror=1> {{7*7}} \${7*7} {site} "&'`;
    const { html, text } = composeEmail(say, { ...values, name });
    expect(text).toContain(`Hi ${name},`);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=1&gt; {{7*7}} ${7*7} {site} &quot;&amp;&#39;');
  });

  it('says only on a test site that no real money moves', () => {
    for (const isTest of [false, true]) {
      const { html, text } = composeEmail(say, { ...values, isTest });
      expect([html, text].map((one) => one.includes('Test site: no real money'))).toEqual([isTest, isTest]);
    }
  });

  it('has the same content in text and HTML, with the link in both and no remote resources', () => {
    for (const kind of [
      'activation',
      'reset',
      'password-changed',
      'passkey-added',
      'passkey-removed',
      'sign-up-attempt',
      'sign-up-again',
    ] as const) {
      const { html, text, subject } = composeEmail(say, { ...values, kind });
      expect(subject).not.toMatch(/[{}]|mail\./);
      expect(text + html).not.toMatch(/mail\.[a-z]/);
      expect(text).toContain(values.link);
      expect(html.match(/href="[^"]*"/g)).toEqual([`href="${values.link}"`, `href="${values.link}"`]);
      expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(/);
      // Outlook's Word renderer ignores color and padding of links.
      expect(html).toMatch(
        /<td class="button"[^>]* style="background:#\w{6};[^"]*mso-padding-alt:16px 28px"><a class="button /,
      );
    }
  });

  it("keeps its headers intact whatever a site's name contains (MAI-08)", async () => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const fromName = 'Téalight\r\nBcc: everybody@example.org 🕯️';
    const { message } = await transport.sendMail({
      from: { name: fromName, address: 'hello@tealight.example' },
      to: 'vera@example.org',
      ...composeEmail(say, values),
    });
    const head = (message as Buffer).toString().split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toMatch(/^From: =\?UTF-8\?/m);
  });
});

describe('the origin of links (MAI-07)', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example' } });
    await test.sql(`insert into domains (host, niche) values ('liefde.example', 2)`);
  });
  afterAll(() => test.close());

  async function linkFor(headers: Record<string, string>): Promise<string> {
    const email = `${randomUUID()}@example.org`;
    const { status } = await test.client().call('signUp', signUpForm({ email }), headers);
    expect(status).toBe(200);
    await test.runJobs();
    const mail = (await test.outbox()).find(({ to }) => to === email);
    return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  }

  it("is the configured one, whatever the request's host", async () => {
    const hostile: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'tealight.example', 'x-forwarded-host': 'evil.example' },
      { host: 'tealight.example', forwarded: 'host=evil.example' },
    ];
    for (const headers of hostile)
      expect(await linkFor(headers)).toMatch(/^https:\/\/tealight\.example\/activate\/done\?token=[\w-]{43}$/);
  });

  it("is the site's domain if it has one", async () => {
    expect(await linkFor({ host: 'liefde.example' })).toMatch(/^https:\/\/liefde\.example\/activate\/done\?token=/);
  });

  it('is never a foreign host, even if no origin is configured', async () => {
    test.context.config.publicOrigin = null;
    expect(await linkFor({ host: 'evil.example' })).toMatch(/^http:\/\/localhost:/);
    expect(await linkFor({ host: 'localhost:4100' })).toMatch(/^http:\/\/localhost:4100\/activate/);
    test.context.config.publicOrigin = 'https://tealight.example';
  });
});
