import { beforeEach, describe, expect, it } from 'vitest';

import { address, createAddressTools, forgetAttempts, fetchUser } from '../../../tests/support/addresses.ts';
import { testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';

const test = useTestApp();
beforeEach(() => forgetAttempts(test));

const password = testPassword;
const { ask, canLogIn, follow, linkTo, mails, member, resetToken, tokenTo } = createAddressTools(() => test);
const named = async (token: string, client = test.client()): Promise<string | null> =>
  (await client.call('findMailChange', { token })).body.email;

describe('asking for another address', () => {
  it('needs the password or a recent login, and refuses a wrong password even then (AUT-11)', async () => {
    const { client } = await member();
    const wrong = await client.call('changeEmail', { email: address(), password: 'not my password' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'password.old-wrong' }]);
    expect((await client.call('changeEmail', { email: address() })).status).toBe(200);
    test.clock.move(11 * minuteMs);
    const stale = await client.call('changeEmail', { email: address() });
    expect([stale.status, stale.body.fields]).toEqual([422, { password: 'field.missing' }]);
    expect((await ask(client, address())).status).toBe(200);
  });

  it('refuses an invalid or unchanged address in the words of the specification', async () => {
    const { client, email } = await member();
    for (const wrong of ['', 'nobody', 'a@b', email, ` ${email} `]) {
      const { status, body } = await ask(client, wrong);
      expect([wrong, status, body.fields]).toEqual([wrong, 422, { email: 'email.new-invalid' }]);
    }
    const say = test.context.sentences.in('en');
    expect(say('errors.email.new-invalid')).toBe('New email adress is invalid.');
  });

  it('changes nothing before the link is used, and shows the requested address (AUT-11)', async () => {
    const { client, email } = await member();
    const next = address();
    await ask(client, next);
    expect(await fetchUser(client)).toMatchObject({ email, email_asked: next });
    expect(await canLogIn(next)).toBe(false);
    await follow(await linkTo(next));
    expect(await fetchUser(client)).toMatchObject({ email: next, email_asked: null, status: 'active' });
    expect(await canLogIn(next)).toBe(true);
  });

  it('sends nothing personal to the new address (MAI-12)', async () => {
    const { client, email } = await member();
    const { name, id } = await fetchUser(client);
    const next = address();
    await ask(client, next);
    const [mail] = await mails(next);
    for (const secret of [name, id, email, email.split('@')[0] ?? '']) {
      expect(mail?.subject).not.toContain(secret);
      expect(mail?.text).not.toContain(secret);
      expect(mail?.html).not.toContain(secret);
    }
  });

  it('gives the same response for a taken address, and tells only its owner', async () => {
    const [{ client }, other] = [await member(), await member()];
    const answers = [await ask(client, other.email), await ask(client, address())];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { ok: true }],
      [200, { ok: true }],
    ]);
    await ask(client, other.email.toUpperCase());
    expect((await fetchUser(client)).email_asked).toBe(other.email.toUpperCase());
    const told = await mails(other.email);
    expect(told.filter(({ text }) => text.includes('/mail-change/do'))).toEqual([]);
    expect(told[0]?.subject).toBe(test.context.sentences.in('en')('mail.mail-change-taken.subject'));
    expect(told[0]?.text).not.toContain((await fetchUser(client)).name);
  });

  it('is limited to five requests a day per member and three per address', async () => {
    const [{ client }, other] = [await member(), await member()];
    const target = address();
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await ask(client, target)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await ask(other.client, target)).status).toBe(429);
    for (let time = 0; time < 3; time += 1) statuses.push((await ask(client, address())).status);
    expect(statuses.slice(4)).toEqual([200, 200, 429]);
  });

  it('counts activation mails that are sent again toward the limit per address', async () => {
    const target = address();
    const statuses: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      const client = await test.member({ confirmed: false });
      statuses.push((await ask(client, target)).status);
      for (let again = 0; again < 2; again += 1) statuses.push((await client.call('sendActivationMail')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200]);
    expect((await mails(target)).length).toBe(3);
  });
});

describe('the link to the new address', () => {
  it('works once, for 24 hours, and not after a newer one was issued (AUT-05)', async () => {
    const { client } = await member();
    const [first, second] = [address(), address()];
    await ask(client, first);
    const old = await linkTo(first);
    await ask(client, second);
    expect((await follow(old)).body.error).toBe('link.expired');
    const token = await linkTo(second);
    expect((await test.client().call('confirmMailChange', { token })).status).toBe(200);
    const again = await follow(token);
    expect([again.status, again.body.message]).toEqual([410, test.context.sentences.in('en')('errors.link.expired')]);
    const late = await member();
    const next = address();
    await ask(late.client, next);
    const slow = await linkTo(next);
    test.clock.move(24 * hourMs);
    expect((await follow(slow)).body.error).toBe('link.expired');
    expect((await fetchUser(late.client)).email_asked).toBeNull();
  });

  it('names the address that it confirms only to its holder, and only while it works', async () => {
    const [{ client }, other] = [await member(), await member()];
    const [first, second] = [address(), address()];
    await ask(client, first);
    const old = await linkTo(first);
    expect(await named(old)).toBe(first);
    await ask(client, second);
    const token = await linkTo(second);
    expect(await Promise.all([named(old), named(token, other.client), named('made-up')])).toEqual([null, null, null]);
    expect(await Promise.all([named(token), named(token, client)])).toEqual([second, second]);
    await follow(token);
    expect(await named(token)).toBeNull();
  });

  it('does nothing for another account, and does not work as another kind of link (AUT-05)', async () => {
    const [{ client, email }, other] = [await member(), await member()];
    const next = address();
    await ask(client, next);
    const token = await linkTo(next);
    expect((await follow(token, other.client)).body.error).toBe('link.expired');
    expect((await test.client().call('resetPassword', { token, password: 'another evening here' })).status).toBe(410);
    expect((await test.client().call('activateAccount', { token })).status).toBe(410);
    expect((await fetchUser(client)).email).toBe(email);
    expect((await follow(token, client)).status).toBe(200);
  });

  it('is refused if another account has taken the address in the meantime', async () => {
    const { client, email } = await member();
    const next = address();
    await ask(client, next);
    const token = await linkTo(next);
    await test.member({ email: next });
    const taken = await follow(token);
    expect([taken.status, taken.body.error]).toEqual([409, 'email.taken']);
    expect((await fetchUser(client)).email).toBe(email);
  });

  it('gives an address to only one of two members who follow their links at once', async () => {
    const [a, b] = [await member(), await member()];
    const next = address();
    await ask(a.client, next);
    const first = await linkTo(next);
    await ask(b.client, next);
    const second = await linkTo(next);
    const answers = await Promise.all([follow(first), follow(second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await test.sql('select 1 from members where email = $1', [next])).toHaveLength(1);
  });

  it('changes the address once when it is followed ten times at once', async () => {
    const { client, email } = await member();
    const next = address();
    await ask(client, next);
    const token = await linkTo(next);
    const answers = await Promise.all(Array.from({ length: 10 }, () => follow(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await mails(email)).filter(({ text }) => text.includes('&undo'))).toHaveLength(1);
  });

  it('works for only one of three simultaneous requests, the one that the account shows', async () => {
    const { client } = await member();
    const targets = [address(), address(), address()];
    await Promise.all(targets.map((target) => ask(client, target)));
    const asked = (await fetchUser(client)).email_asked ?? '';
    const answers = [];
    for (const target of targets) {
      const token = await linkTo(target);
      answers.push(token === '' ? 410 : (await follow(token)).status);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect((await fetchUser(client)).email).toBe(asked);
  });

  it('invalidates a reset link sent to the old address', async () => {
    const { client, email } = await member();
    const reset = await resetToken(email);
    const next = address();
    await ask(client, next);
    await follow(await linkTo(next));
    const answer = await test.client().call('resetPassword', { token: reset, password: 'another evening here' });
    expect(answer.body.error).toBe('link.expired');
  });

  it('stops working after a password change, since somebody else may have asked for it', async () => {
    const { client } = await member();
    const next = address();
    await ask(client, next);
    const token = await linkTo(next);
    await client.call('changePassword', { old_password: password, new_password: 'a walk along the harbour' });
    expect((await follow(token)).body.error).toBe('link.expired');
    expect((await fetchUser(client)).email_asked).toBeNull();
  });

  it('resumes the kinds of mail that bounces of the old address had stopped', async () => {
    const { client } = await member();
    await test.sql(`update members set notifications_off = '{"like":"bounce","news":"member"}' where member_id = $1`, [
      client.id,
    ]);
    const next = address();
    await ask(client, next);
    await follow(await linkTo(next));
    expect((await fetchUser(client)).notifications_disabled).toEqual(['news']);
  });
});

describe('an address mistyped at sign-up', () => {
  it('gives way to the right address, which confirms the account, and gets no further mail', async () => {
    const { client, email } = await member(false);
    const activation = await tokenTo(email);
    const next = address();
    await client.call('changeEmail', { email: next });
    // The owner of the mistyped address cannot confirm the account with the link.
    expect((await test.client().call('activateAccount', { token: activation })).body.error).toBe('activation.failed');
    await client.call('sendActivationMail');
    expect(await mails(next)).toHaveLength(2);
    const before = (await mails(email)).length;
    expect((await follow(await linkTo(next))).status).toBe(200);
    expect(await fetchUser(client)).toMatchObject({ email: next, status: 'active', profile: { status: 'active' } });
    expect(await mails(email)).toHaveLength(before);
    // The mistyped address is free at once.
    await test.member({ email });
  });
});
