import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { dayMs } from '../server/platform/clock.ts';
import { securityTxt } from '../server/settings/serve-site-files.ts';
import { useTestApp } from './support/test-app.ts';

const test = useTestApp({ pages: fileURLToPath(new URL('../build/web', import.meta.url)) });

async function read(): Promise<Map<string, string>> {
  const answer = await test.app.server.inject({ url: '/.well-known/security.txt', headers: { host: 'localhost' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = answer.body.trimEnd().split('\n');
  const fields = new Map(lines.map((line) => line.split(': ') as [string, string]));
  expect(fields.size).toBe(lines.length);
  return fields;
}

describe('/.well-known/security.txt', () => {
  it('names the email address and the languages of the site, and its own URL (LEG-20)', async () => {
    const { settings } = (await test.context.sites.atHost('localhost', null)).site;
    const fields = await read();
    expect(fields.get('Contact')).toBe(`mailto:${settings.support_email}`);
    expect(fields.get('Preferred-Languages')).toBe(settings.site_locales.join(', '));
    expect(fields.get('Canonical')).toMatch(/^https?:\/\/[\w.:-]+\/\.well-known\/security\.txt$/);
  });

  it('is valid whenever it is read, and for less than a year (LEG-20)', async () => {
    const begun = test.clock.now();
    for (const days of [0, 179, 181, 900]) {
      test.clock.move(begun.getTime() + days * dayMs - test.clock.now().getTime());
      const left = new Date((await read()).get('Expires') ?? '').getTime() - test.clock.now().getTime();
      expect(left).toBeGreaterThan(30 * dayMs);
      expect(left).toBeLessThan(365 * dayMs);
    }
    test.clock.move(begun.getTime() - test.clock.now().getTime());
  });

  it('does not exist without an email address', () => {
    expect(securityTxt({ origin: 'https://example.org', languages: ['en'], email: '' }, new Date())).toBeNull();
  });
});
