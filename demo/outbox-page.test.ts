import { describe, expect, it } from 'vitest';

import { createTestApp, useTestApp } from '../tests/support/test-app.ts';
import { linkify } from './outbox-page.ts';

const test = useTestApp();

const get = (url: string, app = test) => app.app.server.inject({ url, headers: { host: 'localhost' } });

const email = (subject: string) => ({
  to: 'a@example.org',
  fromName: 'Tealight',
  subject,
  text: 'Open https://site.test/activate?t=1&b=2.',
  html: '<p style="color:red">Hello</p>',
});

describe('the outbox', () => {
  it('is an empty page before anything has been sent', async () => {
    const answer = await get('/dev/outbox');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Nothing has been sent yet');
    expect((await get('/dev/outbox?format=json')).json()).toEqual([]);
  });

  it('lists mails, newest first, with clickable links', async () => {
    await test.context.mailer.send(email('First'));
    await test.context.mailer.send(email('<Second>'));
    const { body, headers } = await get('/dev/outbox');
    expect(body.indexOf('&lt;Second&gt;')).toBeGreaterThan(0);
    expect(body.indexOf('&lt;Second&gt;')).toBeLessThan(body.indexOf('First'));
    expect(body).toContain('<a href="https://site.test/activate?t=1&amp;b=2">');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('is available as JSON with exactly seven fields', async () => {
    const entries = (await get('/dev/outbox?format=json')).json();
    expect(entries.map(({ subject }: { subject: string }) => subject)).toEqual(['<Second>', 'First']);
    for (const entry of entries) {
      expect(Object.keys(entry).sort()).toEqual(['at', 'channel', 'html', 'id', 'subject', 'text', 'to']);
      expect(entry).toMatchObject({ channel: 'mail', to: 'a@example.org' });
    }
  });

  it('shows a mail as its receiver sees it, without running scripts', async () => {
    const [entry] = (await get('/dev/outbox?format=json')).json();
    const answer = await get(`/dev/outbox/${entry.id}`);
    expect(answer.body).toBe('<p style="color:red">Hello</p>');
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect((await get('/dev/outbox/nothing')).statusCode).toBe(404);
  });

  it('does not exist without the demo site', async () => {
    const plain = await createTestApp({ env: { DEMO: '0' } });
    for (const url of ['/dev/outbox', '/dev/outbox?format=json', '/dev/outbox.css', '/dev/outbox/x'])
      expect((await get(url, plain)).statusCode).toBe(404);
    await plain.close();
  });
});

describe('the links of a text', () => {
  it('end before the punctuation of the sentence', () => {
    expect(linkify('See (https://a.test/x). Or <b>')).toBe(
      'See (<a href="https://a.test/x">https://a.test/x</a>). Or &lt;b&gt;',
    );
  });
});
