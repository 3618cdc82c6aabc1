import { beforeEach, describe, expect, it } from 'vitest';

import { address, createAddressTools, forgetAttempts } from '../../tests/support/addresses.ts';
import { openTab } from '../../tests/support/live.ts';
import { testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { sendMail } from '../mail/send-mail.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';

const test = useTestApp();
beforeEach(() => forgetAttempts(test));

const fresh = 'another quiet evening here';
const { canLogIn, mails, member, resetToken, tokenTo } = createAddressTools(() => test);
const unconfirmed = () => member(false);
const activate = async (token: string): Promise<string> =>
  (await test.client().call('activateAccount', { token })).body.error ?? 'ok';

describe('confirming the address', () => {
  it('activates member and profile once, and notifies open tabs', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    expect((await test.client().call('activateAccount', { token })).body).toEqual({ ok: true });
    expect((await client.call('getUser')).body.user).toMatchObject({ status: 'active', profile: { status: 'active' } });
    expect(heard).toEqual(['profile']);
  });

  it('must come before any mail greets its reader by name, which anybody may have typed', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const { name } = (await client.call('getUser')).body.user!.profile;
    const [first] = await mails(email);
    for (const part of [first?.subject, first?.text, first?.html]) expect(part).not.toContain(name);
    expect(first?.text).toContain('Hi,');
    expect(await activate(token)).toBe('ok');
    await client.call('changePassword', { old_password: testPassword, new_password: fresh });
    expect((await mails(email)).some(({ text }) => text.includes(`Hi ${name},`))).toBe(true);
  });

  it('works for 72 hours (AUT-05)', async () => {
    const [early, late] = [await unconfirmed(), await unconfirmed()];
    const tokens = [await tokenTo(early.email), await tokenTo(late.email)];
    test.clock.move(72 * hourMs - minuteMs);
    expect(await activate(tokens[0] ?? '')).toBe('ok');
    test.clock.move(2 * minuteMs);
    expect(await activate(tokens[1] ?? '')).toBe('activation.failed');
    expect(await activate(tokens[0] ?? '')).toBe('activation.failed');
  });

  it('works with the newest link only (AUT-05)', async () => {
    const { client, email } = await unconfirmed();
    const first = await tokenTo(email);
    await client.call('sendActivationMail');
    const second = await tokenTo(email);
    expect(second).not.toBe(first);
    expect([await activate(first), await activate(second)]).toEqual(['activation.failed', 'ok']);
  });

  it('leaves one token when mails are created at the same time (AUT-05)', async () => {
    const { client } = await unconfirmed();
    const payload = { kind: 'activation', member_id: client.id, id: '', origin: 'http://localhost' };
    await Promise.all(Array.from({ length: 8 }, () => sendMail(test.context, payload)));
    const rows = await test.sql('select 1 from tokens where member_id = $1', [client.id]);
    expect(rows).toHaveLength(1);
  });

  it('refuses tokens that were altered or issued for another purpose (AUT-07)', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const flipped = `${token.slice(0, 5)}${token[5] === 'A' ? 'B' : 'A'}${token.slice(6)}`;
    const reset = await resetToken(email);
    expect([await activate(flipped), await activate(reset)]).toEqual(['activation.failed', 'activation.failed']);
    const swapped = await test.client().call('resetPassword', { token, password: fresh });
    expect(swapped.body.error).toBe('link.expired');
    const asSession = test.client();
    asSession.cookies.set('auth.session', token);
    expect((await asSession.call('getUser')).status).toBe(403);
    expect((await client.call('getUser')).body.user.status).toBe('not_confirmed');
  });

  it("confirms the token's owner, not whoever happens to be logged in (AUT-05)", async () => {
    const [owner, other] = [await unconfirmed(), await unconfirmed()];
    await other.client.call('activateAccount', { token: await tokenTo(owner.email) });
    expect((await other.client.call('getUser')).body.user.status).toBe('not_confirmed');
    expect((await owner.client.call('getUser')).body.user.status).toBe('active');
  });

  it('refers the member to support if the account has been banned in the meantime', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [client.id]);
    const { status, body } = await test.client().call('activateAccount', { token });
    expect([status, body.message]).toEqual([500, 'Something went wrong, please contact support for help.']);
  });

  it('sends at most five more mails a day, even when calls race, and none to confirmed members', async () => {
    const { client, email } = await unconfirmed();
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.call('sendActivationMail')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 200)?.body.error).toBe('activation.too-many');
    await activate(await tokenTo(email));
    const count = (await test.outbox()).length;
    expect((await client.call('sendActivationMail')).body).toEqual({ ok: true });
    await test.runJobs();
    expect((await test.outbox()).length).toBe(count);
  });
});

describe('resetting the password', () => {
  it('sets the new password, ends every session and notifies the owner (AUT-10)', async () => {
    const email = address();
    const client = await test.member({ email });
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    const token = await resetToken(email);
    expect((await test.client().call('resetPassword', { token, password: fresh })).body).toEqual({ ok: true });
    expect((await client.call('getUser')).status).toBe(403);
    expect(heard).toEqual(['logged-out']);
    expect([await canLogIn(email, testPassword), await canLogIn(email, fresh)]).toEqual([false, true]);
    expect((await mails(email))[0]?.subject).toBe('Your password was changed');
  });

  it('works once, for 60 minutes, with the same link however often it is requested (AUT-05)', async () => {
    const email = address();
    await test.member({ email });
    const use = async (token: string) =>
      (await test.client().call('resetPassword', { token, password: fresh })).body.message ?? 'ok';
    const expired = 'Link expired or invalid, request a new email';
    const first = await resetToken(email);
    const second = await resetToken(email);
    expect(second).toBe(first);
    expect([await use(first), await use(second)]).toEqual(['ok', expired]);
    const third = await resetToken(email);
    expect(third).not.toBe(first);
    await forgetAttempts(test);
    test.clock.move(30 * minuteMs);
    expect(await resetToken(email), 'which does not extend it').toBe(third);
    test.clock.move(31 * minuteMs);
    expect(await use(third)).toBe(expired);
  });

  it('succeeds for one of ten racing calls (AUT-05)', async () => {
    const email = address();
    await test.member({ email });
    const token = await resetToken(email);
    const passwords = Array.from({ length: 10 }, (_, number) => `evening ${number} beside the sea`);
    const answers = await Promise.all(
      passwords.map((password) => test.client().call('resetPassword', { token, password })),
    );
    const winners = answers.flatMap(({ status }, number) => (status === 200 ? [passwords[number] ?? ''] : []));
    expect(winners).toHaveLength(1);
    expect(await canLogIn(email, winners[0] ?? '')).toBe(true);
  });

  it('refuses a bad password without consuming the link', async () => {
    const email = address();
    await test.member({ email });
    const token = await resetToken(email);
    const { body } = await test.client().call('resetPassword', { token, password: 'password1' });
    expect(body.fields).toEqual({ password: 'password.too-common' });
    expect((await test.client().call('resetPassword', { token, password: fresh })).status).toBe(200);
  });

  it('lifts a login block of the email address and of the username', async () => {
    const [email, name] = [address(), 'Blocked Bea'];
    await test.member({ email, name });
    for (const login of [email, name])
      for (let count = 1; count <= 6; count += 1) await canLogIn(login, 'wrong wrong wrong');
    expect([await canLogIn(email), await canLogIn(name)]).toEqual([false, false]);
    await test.client().call('resetPassword', { token: await resetToken(email), password: fresh });
    expect([await canLogIn(email, fresh), await canLogIn(name, fresh)]).toEqual([true, true]);
  });

  it('says that an address is unknown or invalid', async () => {
    const unknown = await test.client().call('requestPasswordReset', { email: address() });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'E-mail address not found']);
    const broken = await test.client().call('requestPasswordReset', { email: 'anna' });
    expect([broken.status, broken.body.fields]).toEqual([422, { email: 'email.invalid' }]);
  });

  it('sends at most three mails a day, even when calls race, and more the day after (ABU-01)', async () => {
    const email = address();
    await test.member({ email });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => test.client().call('requestPasswordReset', { email })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.error, refused?.body.message]).toEqual([
      429,
      'reset.too-many',
      'Too many password reset emails sent, please try again tomorrow.',
    ]);
    test.clock.move(dayMs + 1_000);
    expect((await test.client().call('requestPasswordReset', { email })).status).toBe(200);
  });

  it('never shows the token in a response, and stores only its hash (AUT-04, AUT-06)', async () => {
    const email = address();
    await test.member({ email });
    await test.client().call('requestPasswordReset', { email });
    const answer = await test.client().call('requestPasswordReset', { email });
    const token = await tokenTo(email);
    expect(token).toHaveLength(43);
    expect(JSON.stringify([answer.body, answer.headers])).not.toContain(token);
    const rows = await test.sql<{ all: string }>(
      `select to_jsonb(t)::text as all from tokens t union all select to_jsonb(j)::text from graphile_worker._private_jobs j`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const hex = Buffer.from(token, 'base64url').toString('hex');
    expect(rows.some(({ all }) => all.includes(token) || all.includes(hex))).toBe(false);
  });
});

describe('changing the password', () => {
  it('needs the old password (AUT-03)', async () => {
    const client = await test.member();
    const { status, body } = await client.call('changePassword', { old_password: 'wrong', new_password: fresh });
    expect([status, body.message, body.fields]).toEqual([
      422,
      'Please check your old password.',
      { old_password: 'password.old-wrong' },
    ]);
    expect((await client.call('changePassword', { new_password: fresh })).body.fields).toEqual({
      old_password: 'field.missing',
    });
  });

  it('ends every other session, keeps the current one, and revokes open reset links (AUT-10)', async () => {
    const email = address();
    const client = await test.member({ email });
    const other = test.client();
    await other.call('logIn', { login: email, password: testPassword });
    const token = await resetToken(email);
    const answer = await client.call('changePassword', { old_password: testPassword, new_password: fresh });
    expect(answer.body).toEqual({ ok: true });
    expect([(await client.call('getUser')).status, (await other.call('getUser')).status]).toEqual([200, 403]);
    const reset = await test.client().call('resetPassword', { token, password: 'a third evening by the sea' });
    expect(reset.body.error).toBe('link.expired');
    expect([await canLogIn(email, testPassword), await canLogIn(email, fresh)]).toEqual([false, true]);
    expect((await mails(email))[0]?.subject).toBe('Your password was changed');
  });

  it('refuses new passwords that are short or easily guessed', async () => {
    const client = await test.member();
    const change = async (password: string) =>
      (await client.call('changePassword', { old_password: testPassword, new_password: password })).body.fields;
    expect(await change('gT7#kd0')).toEqual({ new_password: 'password.too-short' });
    expect(await change('tealight2024')).toEqual({ new_password: 'password.too-common' });
  });
});

describe('the account', () => {
  it('stores the chosen language for mails and refuses unknown ones', async () => {
    const client = await test.member();
    expect((await client.call('updateUser', { language: 'nl' })).body.user.language).toBe('nl');
    expect((await client.call('getUser')).body.user.language).toBe('nl');
    expect((await client.call('updateUser', { language: 'xx' })).status).toBe(422);
  });
});

describe('the link that confirms an address', () => {
  it('answers the same when it is followed again, and changes nothing more', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    const visitor = test.client();
    for (const caller of [visitor, client, visitor, (await member()).client])
      expect((await caller.call('activateAccount', { token })).body).toEqual({ ok: true });
    expect(heard).toEqual(['profile']);
    expect((await visitor.call('getUser')).status).toBe(403);
  });

  it('confirms once in ten racing calls, and answers ok to each', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(token)));
    expect(new Set(answers)).toEqual(new Set(['ok']));
    expect(heard).toEqual(['profile']);
  });

  it('fails on a second use if the account is banned, leaving or changing its address (AUT-05)', async () => {
    for (const status of ['banned', 'pending_deletion']) {
      const { client, email } = await unconfirmed();
      const token = await tokenTo(email);
      expect(await activate(token)).toBe('ok');
      await test.sql('update members set status = $2 where member_id = $1', [client.id, status]);
      const again = await test.client().call('activateAccount', { token });
      expect([again.status, again.body.error, again.body.message]).toEqual([
        410,
        'activation.failed',
        'Activation failed',
      ]);
    }
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    expect(await activate(token)).toBe('ok');
    await client.call('changeEmail', { email: address(), password: testPassword });
    expect(await activate(token)).toBe('activation.failed');
  });
});

describe('a password change', () => {
  it('rotates the token of its session, so that a thief with the old cookie is logged out too', async () => {
    const client = await test.member();
    const thief = test.client();
    for (const [name, value] of client.cookies) thief.cookies.set(name, value);
    await test.sql(
      `insert into push_subscriptions (member_id, subscription_id, session_hash, endpoint, p256dh, auth, created_at)
       select member_id, gen_random_uuid(), token_hash, 'https://push.example/own', 'k', 'a', now() from sessions where member_id = $1`,
      [client.id],
    );
    const tabs = [await openTab(test, client), await openTab(test, thief)];
    const [before] = (await client.call('listSessions')).body.sessions;
    await client.call('changePassword', { old_password: testPassword, new_password: fresh });
    expect((await thief.call('getUser')).status).toBe(403);
    expect((await thief.call('startPasskey')).status).toBe(403);
    expect(await Promise.all(tabs.map((tab) => tab.closed))).toEqual([1008, 1008]);
    // The page keeps its session, with pushes and fresh login.
    expect((await client.call('startPasskey')).status).toBe(200);
    const { sessions } = (await client.call('listSessions')).body;
    expect(sessions).toEqual([{ ...before, id: sessions[0]?.id, current: true }]);
    const pushes = await test.sql(
      'select endpoint from push_subscriptions p join sessions s on s.token_hash = p.session_hash where s.member_id = $1',
      [client.id],
    );
    expect(pushes).toEqual([{ endpoint: 'https://push.example/own' }]);
    const own = await openTab(test, client);
    await own.close();
  });
});

describe('the last used search filters', () => {
  it('are kept with the account, independently of its language, until they are cleared', async () => {
    const member = await test.member();
    const { language } = (await member.call('getUser')).body.user;
    const kept = async () => (await member.call('getUser')).body.user.search;
    expect(await kept()).toBeNull();
    const search = { country: 'NL', min_age: 30, max_age: 50, eye_color: 'blue', with_photo: true };
    expect((await member.call('updateUser', { search })).body.user).toMatchObject({ search, language });
    await member.call('updateUser', { language: 'nl' });
    expect(await kept()).toEqual(search);
    await member.call('updateUser', { search: {} });
    expect(await kept()).toEqual({});
  });

  it('leave out interests and the sought gender, which need consent (PII-08)', async () => {
    const member = await test.member();
    const search = { interests: 'hiking', gender: 'male', online: true };
    expect((await member.call('updateUser', { search })).body.user.search).toEqual({ online: true });
  });

  it('are refused if a search would refuse them', async () => {
    const member = await test.member();
    for (const search of [{ min_age: 17 }, { country: 'XX' }, { distance: '7' }, 'everything'])
      expect((await member.call('updateUser', { search })).status).toBe(422);
    expect((await member.call('updateUser', {})).body.fields).toEqual({ language: 'field.missing' });
    expect((await member.call('updateUser', { search: { pageNumber: 3, online: true } })).body.user.search).toEqual({
      online: true,
    });
  });
});
