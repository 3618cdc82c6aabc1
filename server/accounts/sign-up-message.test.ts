import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { configureSite } from '../../tests/support/chat.ts';
import { pagesAreBuilt, pagesFolder } from '../../tests/support/pages.ts';
import { signUpForm, testPassword, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});

const configure = (values: object): Promise<void> => configureSite(test, values);

async function memberAfter(event: string): Promise<string> {
  const { id } = await test.member({ gender: 'male' });
  await test.sql(`${event} where member_id = $1`, [id]);
  return id;
}

describe('a message written while signing up', () => {
  it('is sent and paid from the welcome credits', async () => {
    const other = await test.member({ gender: 'male' });
    const client = test.client();
    const { body } = await client.call(
      'signUp',
      signUpForm({ signup_message: 'Hi! Was that you at the market?', signup_message_to: other.id }),
    );
    expect(body.user?.credits).toBe(15);
    expect((await other.call('listChats')).body.chats).toHaveLength(1);
  });

  it('counts as empty when nothing in it is visible', async () => {
    const other = await test.member({ gender: 'male' });
    for (const signup_message of [' ', '\u2800', '\u3164\u0301']) {
      const { body } = await test.client().call('signUp', signUpForm({ signup_message, signup_message_to: other.id }));
      expect(body.user?.credits).toBe(20);
    }
    // The text is blank, so there is no message to refuse.
    const nobody = signUpForm({ signup_message: '\u2800', signup_message_to: randomUUID() });
    expect((await test.client().call('signUp', nobody)).status).toBe(200);
  });

  it('is free when sent to a fictional profile', async () => {
    const other = await test.member({ gender: 'male' });
    await test.sql('update profiles set fictional = true where member_id = $1', [other.id]);
    const client = test.client();
    const { body } = await client.call('signUp', signUpForm({ signup_message: 'Hi!', signup_message_to: other.id }));
    expect(body.user?.credits).toBe(20);
    expect((await client.call('listChats')).body.chats[0]).toMatchObject({
      conversation: { last_own: true, last_text: 'Hi!' },
    });
  });

  it('is refused before an account is created if it is longer than the site allows', async () => {
    await configure({ message_length: 5 });
    const wanted = signUpForm({ signup_message: 'Hello!', signup_message_to: randomUUID() });
    const { status, body } = await test.client().call('signUp', wanted);
    await configure({});
    expect([status, body.fields]).toEqual([422, { signup_message: 'field.too-long' }]);
    expect(await test.sql('select from members where email = $1', [wanted.email])).toEqual([]);
  });

  it.each([
    ['is nobody', async () => randomUUID()],
    ['was deleted', () => memberAfter(`update members set status = 'deleted'`)],
    ['was closed', () => memberAfter(`update members set status = 'banned'`)],
    ['hides', () => memberAfter('update profiles set invisible = true')],
  ])('creates no account if its receiver is a member who %s', async (_what, find) => {
    const wanted = signUpForm({ signup_message: 'Hi!', signup_message_to: await find() });
    const { status, body } = await test.client().call('signUp', wanted);
    expect([status, body.fields]).toEqual([422, { signup_message: 'signup.message' }]);
    expect(await test.sql('select from members where email = $1', [wanted.email])).toEqual([]);
    const joined = await test.client().call('signUp', { ...wanted, signup_message: '' });
    expect([joined.status, joined.body.user?.credits]).toEqual([200, 20]);
  });

  it('is refused if the welcome credits do not cover it', async () => {
    const other = await test.member({ gender: 'male' });
    await configure({ signup_credits: 4 });
    const wanted = signUpForm({ signup_message: 'Hi!', signup_message_to: other.id });
    const { status, body } = await test.client().call('signUp', wanted);
    await configure({});
    expect([status, body.fields]).toEqual([422, { signup_message: 'signup.message' }]);
  });

  it.skipIf(!pagesAreBuilt)(
    'stays in the form with the reason when it is refused, even without JavaScript',
    async () => {
      const next = `/members/${randomUUID()}/chat`;
      const fields = {
        email: 'clara@example.org',
        password: testPassword,
        name: 'Clara Vos',
        birth_day: '17',
        birth_month: '5',
        birth_year: '1990',
        gender: 'female',
        looking_for: 'male',
        country: 'NL',
        accept_terms: 'on',
        signup_message: 'Was that you at the market?',
        next,
      };
      const { statusCode, body } = await test.app.server.inject({
        method: 'POST',
        url: `/signup?next=${encodeURIComponent(next)}`,
        headers: { host: 'localhost', origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
      expect(statusCode).toBe(422);
      const field = /<textarea[^>]*name="signup_message"[^>]*>[^<]*/.exec(body)?.[0];
      expect(field).toContain('aria-invalid="true"');
      expect(field).toContain('>Was that you at the market?');
      expect(body.includes(test.context.sentences.in('en')('errors.signup.message'))).toBe(true);
    },
  );
});
