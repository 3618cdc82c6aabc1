import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { clearSiteCache } from '../server/settings/find-site.ts';
import { type TestApp, createTestApp, signUpForm } from './support/test-app.ts';

/** Sign-ups on a discreet site that are repeated, changed, or made with another person's address. */
const discreet = 'quiet.example';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.sql(`insert into domains (host, niche) values ($1, 1)`, [discreet]);
  await test.sql(`insert into setting_scopes (scope, values) values ($1, $2)`, [
    `domain:${discreet}`,
    { account_discretion: true },
  ]);
  clearSiteCache();
});
afterAll(() => test.close());
beforeEach(() => test.runJobs());

async function send(method: 'POST' | 'PUT', path: string, payload: object): Promise<number> {
  const headers = { host: discreet, 'x-client-type': 'web' };
  return (await test.app.server.inject({ method, url: `/api/${path}`, headers, payload })).statusCode;
}

const signUp = (form: object): Promise<number> => send('POST', 'signup.php', form);
const logIn = (login: string, password: string): Promise<number> => send('POST', 'user.php', { login, password });

async function latestToken(email: string): Promise<string> {
  await test.runJobs();
  const mail = (await test.outbox()).find(({ to }) => to === email);
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const newEmail = (): string => `${randomUUID()}@example.org`;
const newName = (): string => `Ada ${randomUUID().slice(0, 8)}`;

const namesOf = async (email: string): Promise<string[]> => {
  const rows = await test.sql<{ name: string }>(
    `select n.name_key as name from member_names n join members m using (member_id) where m.email = $1`,
    [email],
  );
  return rows.map(({ name }) => name);
};

describe('a sign-up on a discreet site that is sent again under its key with another name', () => {
  it('is answered like any other, before and after its account is opened', async () => {
    const form = signUpForm({ email: newEmail(), idempotency_key: randomUUID() });
    const answers = [await signUp({ ...form, name: newName() }), await signUp({ ...form, name: newName() })];
    answers.push(...(await Promise.all([1, 2, 3].map(() => signUp({ ...form, name: newName() })))));
    await test.runJobs();
    answers.push(await signUp({ ...form, name: newName() }));
    expect(answers).toEqual(Array(6).fill(200));
  });

  it('never gives an account a second name', async () => {
    const form = signUpForm({ email: newEmail(), idempotency_key: randomUUID(), name: newName() });
    expect([await signUp(form), await signUp(form)]).toEqual([200, 200]);
    await test.runJobs();
    await signUp({ ...form, name: newName() });
    await test.runJobs();
    expect(await namesOf(form.email)).toEqual([form.name.toLowerCase()]);
  });
});

describe("an unconfirmed account that somebody opened with another person's email address", () => {
  it("goes to the owner of the address who signs up, without the other person's password", async () => {
    const email = newEmail();
    const [theirs, own, chosen] = [
      'the attacker chose this',
      'a quiet evening by the sea',
      'another quiet evening here',
    ];
    await signUp(signUpForm({ email, password: theirs }));
    await latestToken(email);
    await signUp(signUpForm({ email, password: own }));
    const token = await latestToken(email);
    expect(await send('POST', 'activate.php', { token }), 'the email only sets a password').not.toBe(200);
    expect(await logIn(email, theirs)).toBe(401);
    expect(await send('PUT', 'reset-password.php', { token, password: chosen })).toBe(200);
    expect([await logIn(email, theirs), await logIn(email, own), await logIn(email, chosen)]).toEqual([401, 401, 200]);
  });
});
