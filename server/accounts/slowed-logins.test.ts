import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createId } from '../platform/ids.ts';
import { getEndpoint } from '../../contract/calls.ts';
import { toUserHandle } from './passkeys/challenges.ts';
import type { Authenticator } from '../../tests/support/authenticator.ts';
import { withPasskey } from '../../tests/support/passkeys.ts';
import { type TestApp, createTestApp, signUpForm, testPassword } from '../../tests/support/test-app.ts';

/** Logins while passwords of many accounts are tried from many networks, each address within its own limits. */
const wrong = 'not the evening by the sea';
const home = '203.0.113.77';
const elsewhere = '203.0.113.78';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterEach(() => test.close());

interface Answer {
  status: number;
  error?: string;
  /** Everything that the caller can see, without numbers, because seconds pass between two calls. */
  seen: string;
}

async function post(path: string, payload: object, peer: string): Promise<Answer> {
  const headers = { host: 'localhost', 'x-client-type': 'web' };
  const answer = await test.app.server.inject({
    method: 'POST',
    url: `/api/${path}`,
    remoteAddress: peer,
    headers,
    payload,
  });
  const { date: _date, ...others } = answer.headers;
  const body = answer.json() as { error?: string };
  const seen = JSON.stringify([answer.statusCode, body, others]).replaceAll(/\d+/g, '#');
  return { status: answer.statusCode, ...(body.error && { error: body.error }), seen };
}

const logIn = (login: string, password: string, peer: string) => post('user.php', { login, password }, peer);
const signUp = (form: object, peer: string) => post('signup.php', form, peer);
const newEmail = (): string => `${randomUUID()}@example.org`;

async function account(): Promise<{ email: string; name: string }> {
  const email = newEmail();
  const name = `Ada ${randomUUID().slice(0, 8)}`;
  await test.member({ email, name });
  return { email, name };
}

const tryOther = (index: number) => logIn(newEmail(), wrong, `198.51.${index % 100}.7`);

async function inOrder<T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let index = 0; index < count; index += 1) all.push(await one(index));
  return all;
}

/** Enters enough wrong passwords to slow all logins. */
const attack = () => Promise.all(Array.from({ length: 30 }, (_none, index) => tryOther(index)));

const getErrors = (answers: readonly Answer[]): (string | undefined)[] => answers.map(({ error }) => error);

describe('a list of stolen passwords, tried from a hundred networks (ABU-05)', () => {
  it('is slowed at one try a second before 3 % of a thousand accounts are tried', async () => {
    const startMs = test.clock.now().getTime();
    const answers = await inOrder(120, (index) => {
      test.clock.set(new Date(startMs + index * 1_000));
      return tryOther(index);
    });
    const errors = getErrors(answers);
    expect(errors.slice(0, 24)).toEqual(Array(24).fill('login.failed'));
    expect(errors.indexOf('login.slowed')).toBe(24);
    // About 24 in any minute, of 60 attempts.
    expect(errors.filter((error) => error === 'login.failed').length).toBeLessThan(60);
  });

  it('is slowed as much if all tries arrive at once', async () => {
    const errors = getErrors(await Promise.all(Array.from({ length: 100 }, (_none, index) => tryOther(index))));
    expect(errors.filter((error) => error === 'login.failed')).toHaveLength(24);
    expect(errors.filter((error) => error === 'login.slowed')).toHaveLength(76);
  });

  it('is slowed as much if its addresses belong to one network', async () => {
    const startMs = test.clock.now().getTime();
    const errors = getErrors(
      await inOrder(120, (index) => {
        test.clock.set(new Date(startMs + index * 1_000));
        return logIn(newEmail(), wrong, `198.51.100.${index}`);
      }),
    );
    expect(errors.indexOf('login.slowed')).toBe(24);
    expect(errors.filter((error) => error === 'login.failed').length).toBeLessThan(60);
  });

  it('stays slowed in a network with many failures while other networks keep failing', async () => {
    await attack();
    test.clock.move(60_000);
    const network = (index: number) => logIn(newEmail(), wrong, `192.0.2.${index}`);
    expect(getErrors(await inOrder(24, network))).toEqual(Array(24).fill('login.failed'));
    for (let minutes = 0; minutes < 3; minutes += 1) {
      expect(getErrors(await inOrder(3, network))).toEqual(Array(3).fill('login.slowed'));
      test.clock.move(60_000);
      await inOrder(24, (index) => logIn(newEmail(), wrong, `192.0.3.${index}`));
    }
  });

  it('shuts nobody else out if it tries many passwords of one account', async () => {
    const [one, other] = [await account(), await account()];
    await inOrder(60, (index) => logIn(one.email, wrong, `198.51.100.${index}`));
    expect((await logIn(other.email, testPassword, elsewhere)).status).toBe(200);
  });

  it('shuts nobody else out from a few addresses with logins that do not exist', async () => {
    const { email } = await account();
    const attackers = ['198.51.100.7', '192.0.2.7'];
    const errors = getErrors(await inOrder(40, (index) => logIn(newEmail(), wrong, attackers[index % 2] ?? '')));
    // The attackers themselves are slowed.
    expect(errors.slice(24)).toEqual(Array(16).fill('login.slowed'));
    expect((await logIn(email, testPassword, elsewhere)).status).toBe(200);
  });

  it('slows no member where they logged in within the last weeks, and others for only a minute', async () => {
    const { email } = await account();
    expect((await logIn(email, testPassword, home)).status).toBe(200);
    test.clock.move(29 * 86_400_000);
    await attack();
    expect((await logIn(email, testPassword, home)).status).toBe(200);
    expect(await logIn(email, testPassword, elsewhere)).toMatchObject({ status: 429, error: 'login.slowed' });
    test.clock.move(60_000);
    expect((await logIn(email, testPassword, elsewhere)).status).toBe(200);
  });

  it('slows no member where they signed up today', async () => {
    const form = signUpForm({ email: newEmail() });
    expect((await signUp(form, home)).status).toBe(200);
    await attack();
    expect((await logIn(form.email, testPassword, home)).status).toBe(200);
  });
});

describe('a passkey', () => {
  type Signed = ReturnType<Authenticator['sign']>;
  const enter = async (key: Authenticator, peer: string, changed = (signed: Signed): object => signed) => {
    const { body: asked } = await test.client().call('startPasskeyLogin');
    return post(getEndpoint('logInByPasskey').path.replace('/api/', ''), changed(key.sign(asked)), peer);
  };

  it('logs in anywhere while logins are slowed', async () => {
    const { key } = await withPasskey(test);
    await attack();
    expect((await enter(key, elsewhere)).status).toBe(200);
  });

  it('slows nobody when it fails, however many made-up ones are tried', async () => {
    const { email } = await account();
    const { key } = await withPasskey(test);
    const madeUp = (signed: Signed) => ({
      ...signed,
      id: randomUUID(),
      response: { ...signed.response, userHandle: toUserHandle(createId()) },
    });
    const failures = await inOrder(26, (index) => enter(key, `198.51.${index}.7`, madeUp));
    expect(getErrors(failures)).toEqual(Array(26).fill('passkey.failed'));
    expect((await logIn(email, testPassword, elsewhere)).status).toBe(200);
  });
});

describe("a person who shares a member's network while logins are slowed", () => {
  it('learns neither who has an account nor which username belongs to an email address (M1, AUT-16)', async () => {
    const { email, name } = await account();
    expect((await logIn(email, testPassword, home)).status).toBe(200);
    await attack();
    const unknown = await logIn(newEmail(), wrong, home);
    expect(unknown.error).toBe('login.slowed');
    for (const login of [email, name]) expect((await logIn(login, wrong, home)).seen).toEqual(unknown.seen);
  });

  it('learns nothing about accounts afterwards from blocked logins', async () => {
    const { email } = await account();
    const unknown = newEmail();
    expect((await logIn(email, testPassword, home)).status).toBe(200);
    await attack();
    for (const login of [email, unknown])
      expect(getErrors(await inOrder(7, () => logIn(login, wrong, home)))).toEqual(Array(7).fill('login.slowed'));
    test.clock.move(61_000);
    expect((await logIn(email, wrong, home)).seen).toEqual((await logIn(unknown, wrong, home)).seen);
  });

  it('does not learn from another address which passwords are correct', async () => {
    const { email } = await account();
    await attack();
    const [correct, other] = [await logIn(email, testPassword, elsewhere), await logIn(email, wrong, elsewhere)];
    expect(correct.seen).toEqual(other.seen);
  });
});

describe('a sign-up that is sent again while logins are slowed', () => {
  it('has to wait at an address that is slowed, and is logged in afterwards', async () => {
    const form = signUpForm({ email: newEmail(), idempotency_key: randomUUID() });
    expect((await signUp(form, home)).status).toBe(200);
    await attack();
    expect(await signUp(form, elsewhere)).toMatchObject({ status: 429, error: 'request.too-many' });
    expect((await signUp(form, home)).status).toBe(200);
    test.clock.move(60_000);
    expect((await signUp(form, elsewhere)).status).toBe(200);
  });
});
