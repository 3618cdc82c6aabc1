import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { dayMs } from '../platform/clock.ts';
import { defaultSettings } from '../settings/default-settings.data.ts';
import { configureSite } from '../../tests/support/chat.ts';
import { forgetAttempts } from '../../tests/support/addresses.ts';
import { pagesAreBuilt, pagesFolder } from '../../tests/support/pages.ts';
import { signUpForm, testPassword, useTestApp } from '../../tests/support/test-app.ts';

/** Discreet sites: nobody finds out whether an address has an account (AUT-16). */
const discreet = 'quiet.example';
const ordinary = 'localhost';

const test = useTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});
beforeAll(async () => {
  test.context.config.rateLimitFactor = 1;
  await test.sql(`insert into domains (host, niche) values ($1, 1)`, [discreet]);
  await setDiscretion(true);
});
beforeEach(() => forgetAttempts(test));

const setDiscretion = (account_discretion: boolean): Promise<void> =>
  configureSite(test, { account_discretion }, `domain:${discreet}`);

const newEmail = (): string => `${randomUUID()}@example.org`;

interface Answer {
  status: number;
  body: { error?: string; fields?: Record<string, string>; user?: { id: string; email: string } | null };
  headers: Record<string, unknown>;
}

async function send(method: 'POST' | 'PUT', path: string, payload: object, host: string = discreet): Promise<Answer> {
  const headers = { host, 'x-client-type': 'web' };
  const answer = await test.app.server.inject({ method, url: `/api/${path}`, headers, payload });
  const { date: _date, ...others } = answer.headers;
  return { status: answer.statusCode, body: answer.json(), headers: others };
}

const signUp = (changes: object = {}, host?: string): Promise<Answer> =>
  send('POST', 'signup.php', signUpForm(changes), host);
const requestReset = (email: string, host?: string): Promise<Answer> =>
  send('POST', 'reset-password.php', { email }, host);
const logIn = (login: string, password = testPassword, host?: string): Promise<Answer> =>
  send('POST', 'user.php', { login, password }, host);

async function mailsTo(email: string) {
  await test.runJobs();
  return (await test.outbox()).filter(({ to }) => to === email);
}

const tokenIn = (text: string | undefined): string => /[?&]token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const confirm = async (text: string | undefined): Promise<number> =>
  (await send('POST', 'activate.php', { token: tokenIn(text) })).status;

/** Creates a confirmed account at the discreet site and returns its address. */
async function knownEmail(): Promise<string> {
  const email = newEmail();
  await signUp({ email });
  const [mail] = await mailsTo(email);
  expect(await confirm(mail?.text)).toBe(200);
  return email;
}

async function captureStatements(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given as [string | { name?: string; text?: string }];
    names.push(typeof first === 'string' ? first : (first.name ?? first.text ?? ''));
    return original.apply(this, given);
  } as never);
  await work().finally(() => spy.mockRestore());
  return names;
}

describe('a sign-up on a discreet site', () => {
  it('answers the same for every email address, and logs nobody in (M5)', async () => {
    const known = await knownEmail();
    const answers = [await signUp({ email: newEmail() }), await signUp({ email: known })];
    expect(answers[0]).toMatchObject({ status: 200, body: { user: null } });
    expect(answers[0]?.headers['set-cookie']).toBeUndefined();
    expect(answers[1]).toEqual(answers[0]);
  });

  it('runs the same statements for every email address (M5)', async () => {
    const known = await knownEmail();
    const ofNew = await captureStatements(() => signUp({ email: newEmail() }));
    expect(ofNew.length).toBeGreaterThan(5);
    expect(await captureStatements(() => signUp({ email: known }))).toEqual(ofNew);
  });

  it('opens an account whose owner can log in only after confirming the email address', async () => {
    const email = newEmail();
    const about = 'Soup, and bread to go with it.';
    await signUp({ email, about });
    expect((await logIn(email)).body.error, 'or logging in would reveal it').toBe('login.failed');
    const [mail] = await mailsTo(email);
    expect((await logIn(email)).body.error).toBe('login.failed');
    expect(mail?.text).toContain('/activate/done?token=');
    expect(await confirm(mail?.text)).toBe(200);
    const { user } = (await logIn(email)).body;
    expect(user).toMatchObject({ email, status: 'active', credits: 20, profile: { about } });
  });

  it('mails the owner of a known address at most three times a day, and changes nothing', async () => {
    const known = await knownEmail();
    const before = (await mailsTo(known)).length;
    for (let count = 0; count < 5; count += 1) await signUp({ email: known, password: 'the attacker chose this' });
    const mails = await mailsTo(known);
    expect(mails).toHaveLength(before + 3);
    expect(mails[0]).toMatchObject({ subject: 'Was that you?' });
    expect(mails[0]?.text).toContain('/login');
    expect((await logIn(known)).body.user).toBeDefined();
    expect((await logIn(known, 'the attacker chose this')).body.error).toBe('login.failed');
    test.clock.move(dayMs + 1_000);
    await signUp({ email: known });
    expect(await mailsTo(known)).toHaveLength(before + 4);
  });

  it('sends another link to an owner who never confirmed the address, and keeps the first one valid', async () => {
    const email = newEmail();
    await signUp({ email });
    const [first] = await mailsTo(email);
    await signUp({ email, password: 'the attacker chose this' });
    const [second] = await mailsTo(email);
    expect(second?.text).toContain('/reset-password/do?token=');
    expect(await confirm(first?.text)).toBe(200);
    expect((await logIn(email)).body.user, 'with the password of the first sign-up').toBeDefined();
    const password = 'another quiet evening here';
    expect((await send('PUT', 'reset-password.php', { token: tokenIn(second?.text), password })).status).toBe(200);
    expect((await logIn(email, password)).body.user).toBeDefined();
  });

  it('reveals no account by its name, its message or a wrong password', async () => {
    const known = await knownEmail();
    const receiver = await test.member();
    for (const email of [newEmail(), known]) {
      const name = `Clara ${randomUUID().slice(0, 8)}`;
      await signUp({ email, name });
      await test.runJobs();
      expect((await signUp({ name })).body.fields).toEqual({ name: 'name.taken' });
      const message = { signup_message: 'Hi', signup_message_to: receiver.id };
      expect((await signUp({ email, ...message })).body.fields).toEqual({ signup_message: 'signup.message' });
    }
    // The password of the sign-up is refused and counted, whether or not the account already exists.
    for (const email of [newEmail(), known]) {
      await test.sql('delete from attempts');
      const password = 'the attacker chose this';
      await signUp({ email, password });
      await test.runJobs();
      const codes: unknown[] = [];
      for (let count = 0; count < 6; count += 1) codes.push((await logIn(email, password)).body.error);
      expect(codes).toEqual([...Array.from({ length: 5 }, () => 'login.failed'), 'login.blocked']);
    }
  });

  it('leaves no stored request once its account is open', async () => {
    await signUp();
    expect(await test.sql('select 1 from sign_up_requests')).toHaveLength(1);
    await test.runJobs();
    expect(await test.sql('select 1 from sign_up_requests')).toEqual([]);
  });

  it('opens one account if sign-ups with the same email address race', async () => {
    const email = newEmail();
    await Promise.all(Array.from({ length: 6 }, () => signUp({ email })));
    await mailsTo(email);
    expect(await test.sql('select 1 from members where email = $1', [email])).toHaveLength(1);
  });
});

const newName = (): string => `Ada ${randomUUID().slice(0, 8)}`;

const listNames = async (email: string): Promise<string[]> => {
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
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('never gives an account a second name', async () => {
    const form = signUpForm({ email: newEmail(), idempotency_key: randomUUID(), name: newName() });
    expect([(await signUp(form)).status, (await signUp(form)).status]).toEqual([200, 200]);
    await test.runJobs();
    await signUp({ ...form, name: newName() });
    await test.runJobs();
    expect(await listNames(form.email)).toEqual([form.name.toLowerCase()]);
  });

  it('keeps whether the visitor asked for offers until the account is opened', async () => {
    for (const [consent_offers, off] of [
      [true, []],
      [false, ['news', 'promotions']],
    ] as const) {
      const email = newEmail();
      await signUp({ email, consent_offers });
      await test.runJobs();
      const [row] = await test.sql<{ off: object }>('select notifications_off as off from members where email = $1', [
        email,
      ]);
      expect(Object.keys(row?.off ?? {}).toSorted()).toEqual(off);
    }
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
    await signUp({ email, password: theirs });
    await test.runJobs();
    await signUp({ email, password: own });
    const token = tokenIn((await mailsTo(email))[0]?.text);
    expect((await send('POST', 'activate.php', { token })).status, 'the email only sets a password').not.toBe(200);
    const statuses = async (...passwords: string[]): Promise<number[]> => {
      const found: number[] = [];
      for (const password of passwords) found.push((await logIn(email, password)).status);
      return found;
    };
    expect(await statuses(theirs)).toEqual([401]);
    expect((await send('PUT', 'reset-password.php', { token, password: chosen })).status).toBe(200);
    expect(await statuses(theirs, own, chosen)).toEqual([401, 401, 200]);
  });
});

describe('a reset on a discreet site', () => {
  it('answers the same for every email address after the same statements (M5)', async () => {
    const known = await knownEmail();
    const unknown = newEmail();
    expect(await requestReset(unknown)).toEqual(await requestReset(known));
    const ofUnknown = await captureStatements(() => requestReset(unknown));
    expect(ofUnknown.length).toBeGreaterThan(5);
    expect(await captureStatements(() => requestReset(known))).toEqual(ofUnknown);
    for (const email of [known, unknown]) {
      await requestReset(email);
      expect((await requestReset(email)).body.error, 'the fourth').toBe('reset.too-many');
    }
    expect((await mailsTo(known))[0]?.subject).toBe('Set a new password');
    expect(await mailsTo(unknown)).toEqual([]);
  });

  it('confirms an unconfirmed email address, as the link was received there', async () => {
    const email = newEmail();
    await signUp({ email });
    await test.runJobs();
    await requestReset(email);
    const [mail] = await mailsTo(email);
    const password = 'another quiet evening here';
    expect((await send('PUT', 'reset-password.php', { token: tokenIn(mail?.text), password })).status).toBe(200);
    expect((await logIn(email, password)).body.user).toMatchObject({ status: 'active' });
  });
});

describe('an account on a discreet site', () => {
  it('looks like an unknown email address on any other site', async () => {
    const known = await knownEmail();
    const unknown = newEmail();
    expect(await requestReset(known, ordinary)).toEqual(await requestReset(unknown, ordinary));
    expect(await logIn(known, testPassword, ordinary)).toEqual(await logIn(unknown, testPassword, ordinary));
    for (const email of [known, unknown])
      expect((await signUp({ email }, ordinary)).body.user, 'an account of its own').toMatchObject({ email });
    // There are two accounts now, each at its own site.
    const [here, there] = [(await logIn(known)).body.user, (await logIn(known, testPassword, ordinary)).body.user];
    expect([here?.email, there?.email]).toEqual([known, known]);
    expect(here?.id).not.toBe(there?.id);
  });

  it('from before the site became discreet is revealed only to its owner', async () => {
    await setDiscretion(false);
    const email = newEmail();
    expect((await signUp({ email })).body.user).toBeTruthy();
    await setDiscretion(true);
    for (const host of [discreet, ordinary]) expect((await signUp({ email }, host)).body).toEqual({ user: null });
    await test.runJobs();
    expect(await test.sql('select 1 from members where email = $1', [email])).toHaveLength(1);
    expect((await requestReset(email, ordinary)).body.error).toBe('email.not-found');
  });

  it('from before the site became discreet can be probed elsewhere only as often as any other', async () => {
    await setDiscretion(false);
    const email = newEmail();
    await signUp({ email });
    await setDiscretion(true);
    await test.sql('delete from attempts');
    const answers: Answer[] = [];
    for (let count = 0; count < 4; count += 1) answers.push(await signUp({ email }, ordinary));
    expect(answers.map(({ body }) => body.error ?? body.user)).toEqual([null, null, null, 'request.too-many']);
  });

  it('is found by its email address once the site is no longer discreet', async () => {
    const known = await knownEmail();
    await setDiscretion(false);
    expect((await logIn(known)).body.user).toMatchObject({ email: known });
    expect((await signUp({ email: known })).body.error).toBe('email.taken');
    await setDiscretion(true);
  });

  it('can log in and reset even if it belongs to another site', async () => {
    const email = newEmail();
    await test.member({ email });
    expect((await logIn(email)).body.user).toMatchObject({ email });
    expect((await requestReset(email)).body).toEqual({ ok: true });
    expect((await mailsTo(email))[0]?.subject).toBe('Set a new password');
  });
});

describe.skipIf(!pagesAreBuilt)('the page of the sign-up on a discreet site', () => {
  it('says that a mail is on its way unless the mailbox got several today, and what to do then', async () => {
    const { support_email: support } = defaultSettings;
    const { email, password, name } = signUpForm();
    const gender = { gender: 'female', looking_for: 'male' };
    const born = { birth_day: '12', birth_month: '4', birth_year: '1988' };
    const form = { email, password, name, ...gender, ...born, country: 'NL', accept_terms: 'on', next: '/likes' };
    const posted = await test.app.server.inject({
      method: 'POST',
      url: '/signup',
      headers: { host: discreet, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    expect([posted.statusCode, posted.headers.location]).toEqual([302, '/signup?next=%2Flikes&sent']);
    const page = await test.app.server.inject({ url: '/signup?next=%2Flikes&sent', headers: { host: discreet } });
    for (const said of ['Check your inbox', 'unless we’ve already sent several there today', `or write to ${support}`])
      expect(page.body).toContain(said);
    expect(page.body).not.toContain('name="password"');
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('offers no first message, which would reveal the account to its receiver', async () => {
    const { id } = await test.member();
    const url = `/signup?next=${encodeURIComponent(`/members/${id}/chat`)}`;
    const bodies = await Promise.all(
      [discreet, ordinary].map(async (host) => (await test.app.server.inject({ url, headers: { host } })).body),
    );
    expect(bodies.map((body) => body.includes('name="signup_message"'))).toEqual([false, true]);
  });
});
