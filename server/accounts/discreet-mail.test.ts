import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { address, createAddressTools } from '../../tests/support/addresses.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { createSentences } from '../platform/sentences.ts';
import { composeEmail, composeLetter } from './email.ts';

const sentences = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)), ['mail']);
const site = 'MILF Nights';
const telling = /milf|nights|bdsm|gay|sex|dat(?:e|ing)|flirt|like|chat|match|love|photo|<img/i;
const company = { name: 'Nights Example B.V.', address: 'Kade 1', city: 'Amsterdam' };
const values = { name: 'Vera', site, niche: 6, discreet: true, isTest: false, company };

/** Returns what mail programs show in a list: 150 characters of the text, without invisible ones. */
function previewOf(content: string): string {
  const body = content.replace(/^[\s\S]*<body[^>]*>/, '');
  return body
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\n/g, ' ')
    .trim()
    .slice(0, 150);
}

describe('discreet emails (MAI-09)', () => {
  it.for(languages)('give nothing away in a list of emails in %s', (language) => {
    const say = sentences.in(language);
    const emails = [
      ...(
        [
          'activation',
          'reset',
          'password-changed',
          'passkey-added',
          'passkey-removed',
          'sign-up-again',
          'leaving',
        ] as const
      ).map((kind) =>
        composeEmail(say, { ...values, kind, language, link: 'https://example.org/x', supportEmail: 'a@example.org' }),
      ),
      composeLetter(
        say,
        { subject: 'Sex tonight', title: 'Four new likes', paragraphs: ['A photo of a match.'] },
        { ...values, language, isMember: true, origin: 'https://example.org' },
      ),
    ];
    for (const { fromName, subject, text, html } of emails)
      for (const shown of [fromName, subject, previewOf(text), previewOf(html), /<title>(.*)<\/title>/.exec(html)?.[1]])
        expect(shown).not.toMatch(telling);
    // Screen readers and tabs use the title, so it contains nothing else.
    for (const { html } of emails) expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toMatch(/^[\p{L}\p{P} ]+$/u);
    expect(new Set(emails.map(({ subject }) => subject)).size).toBe(1);
  });

  describe('of a member', () => {
    let test: TestApp;
    beforeAll(async () => {
      test = await createTestApp();
    });
    afterAll(() => test.close());

    it('are sent only while the switch is on', async () => {
      const member = await test.member();
      const send = vi.spyOn(test.context.mailer, 'send');
      const headOf = async () => {
        await member.call('requestPasswordReset', { email: (await member.call('getUser')).body.user.email });
        await test.runJobs();
        const { fromName, subject } = send.mock.calls.at(-1)?.[0] ?? {};
        return [fromName, subject];
      };
      expect(await headOf()).toEqual(['Tealight', 'Set a new password']);
      expect((await member.call('updateUser', { discreet_mail: true })).body.user.discreet_mail).toBe(true);
      expect(await headOf()).toEqual(['Customer service', 'About your account']);
      expect((await member.call('updateUser', { discreet_mail: false })).body.user.discreet_mail).toBe(false);
      expect(await headOf()).toEqual(['Tealight', 'Set a new password']);
    });

    it('include those to the new and the old address of an address change', async () => {
      const { ask, follow, linkTo, member } = createAddressTools(() => test);
      const { client, email } = await member();
      await client.call('updateUser', { discreet_mail: true });
      const send = vi.spyOn(test.context.mailer, 'send');
      const next = address();
      await ask(client, next);
      await follow(await linkTo(next));
      await test.runJobs();
      const heads = send.mock.calls.map(([{ to, fromName, subject }]) => [to, fromName, subject]);
      for (const to of [next, email]) expect(heads).toContainEqual([to, 'Customer service', 'About your account']);
    });
  });
});
