import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, it } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { createSentences } from '../platform/text/sentences.ts';
import { signUpForm, useTestApp } from '../../tests/support/test-app.ts';
import { type MailValues, composeMail } from './send-mail.ts';
import type { MailContent } from './queue-mail.ts';

const sentences = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)), ['mail', 'common']);
const say = sentences.in('en');
const content: MailContent = {
  subject: 'Order',
  title: 'Title',
  paragraphs: ['First.', 'Second.'],
  facts: [['Name', '<b>Vera</b>']],
  button: { text: 'Open', path: '/orders?token=abc' },
  notes: ['Third.'],
  enclosures: [{ title: 'Form', lines: ['One', 'Two'] }],
};
const values: MailValues = {
  language: 'en',
  name: 'Vera',
  isMember: true,
  discreet: false,
  isTest: false,
  site: {
    settings: { mail_name: 'Tealight', niche: 1 },
    company: { name: 'Tealight Example B.V.', address: 'Kade 1', city: 'Amsterdam' },
  },
  origin: 'https://tealight.example',
};

describe('a mail', () => {
  it('shows names literally, including markup and placeholders (INP-08)', () => {
    const name = `<img src=x onerror=1> {{7*7}} \${7*7} {site} "&'`;
    const { html, text } = composeMail(say, content, { ...values, name });
    expect(text).toContain(`Hi ${name},`);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=1&gt; {{7*7}} ${7*7} {site} &quot;&amp;&#39;');
  });

  it('says only on a test site that no real money moves', () => {
    for (const isTest of [false, true]) {
      const { html, text } = composeMail(say, content, { ...values, isTest });
      expect([html, text].map((one) => one.includes('Test site: no real money'))).toEqual([isTest, isTest]);
    }
  });

  it('has the same content in text and HTML, with the link in both and markup as literal text', () => {
    const { html, text } = composeMail(say, content, values);
    const link = 'https://tealight.example/orders?token=abc';
    expect(text).toContain(link);
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`, `href="${link}"`]);
    // Outlook's Word renderer ignores color and padding of links.
    expect(html).toMatch(
      /<td class="button"[^>]* style="background:#\w{6};[^"]*mso-padding-alt:16px 28px"><a class="button /,
    );
    expect(text).toContain('Name: <b>Vera</b>');
    expect(text).toContain('Form\nOne\nTwo');
    expect(html).toContain('&lt;b&gt;Vera&lt;/b&gt;');
    for (const part of ['First.', 'Second.', 'Third.', 'Form', 'One', 'Two']) expect(html).toContain(part);
  });

  it('has no link without a button, and speaks of an account only to members', () => {
    const plain = { subject: 'Order', title: 'Title', paragraphs: ['First.'] };
    const { html, text } = composeMail(say, plain, { ...values, isMember: false });
    expect(html).not.toContain('href');
    expect(text).not.toContain('account');
    expect(composeMail(say, plain, values).text).toContain('account');
  });

  it("keeps its headers intact whatever a site's name contains (MAI-08)", async () => {
    const transport = createTransport({ streamTransport: true, buffer: true });
    const fromName = 'Téalight\r\nBcc: everybody@example.org 🕯️';
    const { message } = await transport.sendMail({
      from: { name: fromName, address: 'hello@tealight.example' },
      to: 'vera@example.org',
      ...composeMail(say, content, values),
    });
    const head = (message as Buffer).toString().split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toMatch(/^From: =\?UTF-8\?/m);
  });
});

/** Returns what mail programs show in a list: 150 characters of the text, without invisible ones. */
function parsePreview(mail: string): string {
  const body = mail.replace(/^[\s\S]*<body[^>]*>/, '');
  return body
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\n/g, ' ')
    .trim()
    .slice(0, 150);
}

it('a discreet mail gives nothing away in a list of mails, in every language (MAI-09)', () => {
  const telling = /milf|nights|bdsm|gay|sex|dat(?:e|ing)|flirt|like|chat|match|love|photo|<img/i;
  const told = { ...content, subject: 'Sex tonight', title: 'Four new likes', paragraphs: ['A photo of a match.'] };
  const site = { ...values.site, settings: { mail_name: 'MILF Nights', niche: 6 } };
  for (const language of languages) {
    const mail = composeMail(sentences.in(language), told, { ...values, site, language, discreet: true });
    const title = /<title>(.*)<\/title>/.exec(mail.html)?.[1];
    for (const shown of [mail.fromName, mail.subject, parsePreview(mail.text), parsePreview(mail.html), title])
      expect(shown, language).not.toMatch(telling);
    // Screen readers and tabs use the title, so it contains nothing else.
    expect(title, language).toMatch(/^[\p{L}\p{P} ]+$/u);
  }
});

describe('the origin of links (MAI-07)', () => {
  const test = useTestApp({ env: { PUBLIC_ORIGIN: 'https://tealight.example' } });
  beforeAll(async () => {
    await test.sql(`insert into domains (host, niche) values ('liefde.example', 2)`);
  });

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
