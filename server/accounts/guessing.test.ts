import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hourMs, minuteMs } from '../platform/clock.ts';
import { forgetAttempts } from '../../tests/support/addresses.ts';
import { signUpForm, testPassword, useTestApp } from '../../tests/support/test-app.ts';

/** Attempts without a password to learn about accounts, or to harm their owners. */
const test = useTestApp();
beforeAll(() => {
  test.context.config.rateLimitFactor = 1;
});
beforeEach(() => forgetAttempts(test));

const wrong = 'not the evening by the sea';
const fresh = 'another quiet evening here';
const newEmail = (): string => `${randomUUID()}@example.org`;
const newName = (): string => `Mila ${randomUUID().slice(0, 8)}`;

interface Body {
  error?: string;
  message?: string;
  minutes?: number;
  fields?: Record<string, string>;
  user?: { id: string } | null;
}

async function send(method: 'POST' | 'PUT', path: string, payload: object, ip = '192.0.2.1', host = 'localhost') {
  const headers = { host, 'x-client-type': 'web' };
  const answer = await test.app.server.inject({ method, url: `/api/${path}`, remoteAddress: ip, headers, payload });
  return { status: answer.statusCode, body: answer.json() as Body, headers: answer.headers };
}

const logIn = async (login: string, password: string, ip?: string): Promise<Body> =>
  (await send('POST', 'user.php', { login, password }, ip)).body;
const requestReset = async (email: string, ip?: string): Promise<string> =>
  (await send('POST', 'reset-password.php', { email }, ip)).body.error ?? 'ok';
const signUp = async (changes: object, ip?: string): Promise<Body> =>
  (await send('POST', 'signup.php', signUpForm(changes), ip)).body;

async function mailsTo(email: string) {
  await test.runJobs();
  return (await test.outbox()).filter(({ to }) => to === email);
}

const tokenIn = (text: string): string => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';

async function setPassword(token: string): Promise<string> {
  return (await send('PUT', 'reset-password.php', { token, password: fresh })).body.error ?? 'ok';
}

describe('the login block', () => {
  async function seen(email: string, name: string): Promise<unknown[]> {
    const answers: Body[] = [];
    for (let count = 0; count < 7; count += 1) answers.push(await logIn(email, wrong));
    for (let count = 0; count < 7; count += 1) answers.push(await logIn(name, wrong));
    return answers.map(({ error, minutes }) => [error, minutes]);
  }

  it('does not reveal which username belongs to an email address (M1)', async () => {
    const [one, two] = [
      { email: newEmail(), name: newName() },
      { email: newEmail(), name: newName() },
    ];
    await test.member(one);
    await test.member(two);
    const ofOneMember = await seen(one.email, one.name);
    await test.sql('delete from attempts');
    expect(ofOneMember).toEqual(await seen(one.email, two.name));
    await test.sql('delete from attempts');
    expect(ofOneMember).toEqual(await seen(newEmail(), newName()));
  });
});

describe('a sign-up that is refused', () => {
  const somewhere = { town: 'de-nowhere' };

  it('does not reveal whether an email address has an account, and is not counted (M4)', async () => {
    const known = newEmail();
    await test.member({ email: known });
    const taken = newName();
    await test.member({ name: taken });
    const { id: closed } = await test.member();
    await test.sql(`update members set status = 'banned' where member_id = $1`, [closed]);
    const refusals = [{ name: taken }, somewhere, { signup_message: 'Hi', signup_message_to: closed }];
    for (const changes of refusals) {
      await test.sql('delete from attempts');
      const answers: Body[] = [];
      for (let count = 0; count < 4; count += 1) {
        answers.push(await signUp({ ...changes, email: known }), await signUp({ ...changes, email: newEmail() }));
      }
      expect(answers[0]?.fields, JSON.stringify(answers[0])).toBeDefined();
      expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
    }
  });

  it('is counted if it reveals that an email address is taken (ABU-06)', async () => {
    const codes: unknown[] = [];
    for (let count = 0; count < 7; count += 1) {
      const email = newEmail();
      await test.member({ email });
      codes.push((await signUp({ email }, '192.0.2.9')).error);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'email.taken'), 'request.too-many', 'request.too-many']);
  });
});

describe('reset mails that others request', () => {
  it('do not prevent the owner from getting one (M6)', async () => {
    const email = newEmail();
    await test.member({ email });
    const codes: string[] = [];
    for (let count = 0; count < 4; count += 1) codes.push(await requestReset(email, '198.51.100.1'));
    expect(codes).toEqual(['ok', 'ok', 'ok', 'reset.too-many']);
    expect(await requestReset(email, '203.0.113.1')).toBe('ok');
    test.clock.move(2 * hourMs);
    const before = (await mailsTo(email)).length;
    expect(await requestReset(email, '203.0.113.1')).toBe('ok');
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(before + 1);
    expect(await setPassword(tokenIn(mails[0]?.text ?? ''))).toBe('ok');
  });

  it('repeat the link that still works until shortly before its end, and never end it (M6)', async () => {
    const email = newEmail();
    await test.member({ email });
    await requestReset(email);
    const [first] = await mailsTo(email);
    test.clock.move(20 * minuteMs - 50_000);
    await requestReset(email, '198.51.100.1');
    const [second] = await mailsTo(email);
    expect(second?.id).not.toBe(first?.id);
    expect(tokenIn(second?.text ?? '')).toBe(tokenIn(first?.text ?? ''));
    expect(first?.text).toContain('60 minutes');
    expect(second?.text).toContain('40 minutes');
    test.clock.move(35 * minuteMs);
    // The token is too close to its end to be sent again, so there is a new link beside the older one.
    await requestReset(email, '198.51.100.1');
    const [third] = await mailsTo(email);
    expect(tokenIn(third?.text ?? '')).not.toBe(tokenIn(first?.text ?? ''));
    expect(third?.text).toContain('60 minutes');
    expect(await setPassword(tokenIn(first?.text ?? ''))).toBe('ok');
    expect(await setPassword(tokenIn(third?.text ?? '')), 'one use ends them all').toBe('link.expired');
  });

  it('are at most ten a day while a link works, from however many IP addresses (M6)', async () => {
    const email = newEmail();
    await test.member({ email });
    for (let host = 1; host <= 30; host += 1) expect(await requestReset(email, `198.51.100.${host}`)).toBe('ok');
    expect(await mailsTo(email)).toHaveLength(10);
    test.clock.move(hourMs + 1_000);
    expect(await requestReset(email, '203.0.113.1')).toBe('ok');
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(11);
    expect(await setPassword(tokenIn(mails[0]?.text ?? ''))).toBe('ok');
  });
});

describe('the old password', () => {
  it('can be guessed only five times with a session, even by parallel calls (L7)', async () => {
    const [email] = [newEmail()];
    const client = await test.member({ email });
    const change = async (old: string) =>
      (await client.call('changePassword', { old_password: old, new_password: fresh })).body;
    const racing = await Promise.all(Array.from({ length: 40 }, () => change(wrong)));
    expect(racing.filter(({ fields }) => fields?.['old_password'] === 'password.old-wrong')).toHaveLength(5);
    expect(racing.filter(({ error }) => error === 'login.blocked')).toHaveLength(35);
    expect(await change(testPassword), 'the correct one is not revealed').toMatchObject({
      error: 'login.blocked',
      minutes: 15,
      message: 'Too many incorrect attempts, account blocked for 15 min.',
    });
    expect((await logIn(email, testPassword)).user, 'logging in is not affected').toBeDefined();
    test.clock.move(15 * minuteMs + 1_000);
    expect(await change(testPassword)).toEqual({ ok: true });
  });

  it('has its wrong guesses forgotten after the correct one (L7)', async () => {
    const client = await test.member();
    const change = async (old: string, next: string) =>
      (await client.call('changePassword', { old_password: old, new_password: next })).body;
    for (let count = 0; count < 4; count += 1) await change(wrong, fresh);
    expect(await change(testPassword, fresh)).toEqual({ ok: true });
    for (let count = 0; count < 4; count += 1)
      expect((await change(wrong, testPassword)).fields).toEqual({ old_password: 'password.old-wrong' });
    expect(await change(fresh, testPassword)).toEqual({ ok: true });
  });
});
