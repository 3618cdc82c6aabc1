import { describe, expect, it } from 'vitest';

import { sendFile, sendText } from '../../../tests/support/chat.ts';
import { eraseAccounts } from '../../erasure/erase-accounts.ts';
import { planDigests } from '../../notifications/plan-digests.ts';
import { sendNotices } from '../../notifications/send-notices.ts';
import { stripes } from '../../../tests/support/photo-files.ts';
import { type TestClient, testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs, minuteMs } from '../../platform/clock.ts';

const test = useTestApp();

const password = testPassword;
const picture = stripes(30, 40);

async function wayBack(email: string): Promise<string> {
  await test.runJobs();
  const mail = (await test.outbox()).find((one) => one.to === email && one.text.includes('/account-deleted'));
  return /account-deleted\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function leaver(): Promise<{ client: TestClient; email: string; login(): ReturnType<TestClient['call']> }> {
  const client = await test.member();
  const { body } = await client.call('getUser');
  const { email } = body.user;
  return { client, email, login: () => test.client().call('logIn', { login: email, password }) };
}

const bring = async (token: string) => (await test.client().call('reactivateAccount', { token })).body;
const status = async ({ id }: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [id]))[0]?.status;

describe('leaving', () => {
  it('needs the right password, and is blocked after five wrong ones (AUT-11)', async () => {
    const { client } = await leaver();
    const wrong = await client.call('deleteAccount', { password: 'not my password' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'password.old-wrong' }]);
    for (let more = 0; more < 4; more += 1) await client.call('deleteAccount', { password: 'not my password' });
    expect((await client.call('deleteAccount', { password })).body.error).toBe('login.blocked');
    expect(await status(client)).toBe('active');
  });

  it('ends every session at once, and hides the member everywhere (PII-10)', async () => {
    const [{ client, email }, friend] = [await leaver(), await test.member({ paid: true })];
    const phone = test.client();
    await phone.call('logIn', { login: email, password });
    await client.call('addLike', { profile: friend.id });
    await sendText(client, { profile: friend.id }, 'Shall we dance?');
    const sees = async () => ({
      profile: (await friend.call('getProfile', { id: client.id })).status,
      likes: (await friend.call('listLikes')).body.liked_by.length,
    });
    expect(await sees()).toEqual({ profile: 200, likes: 1 });
    expect((await client.call('deleteAccount', { password, reason: 'break' })).status).toBe(200);
    for (const each of [client, phone]) expect((await each.call('getUser')).status).toBe(403);
    expect(await sees()).toEqual({ profile: 404, likes: 0 });
    expect(await test.sql('select 1 from searchable where member_id = $1', [client.id])).toEqual([]);
  });

  it('counts its reason without naming the member', async () => {
    const { client } = await leaver();
    await client.call('deleteAccount', { password, reason: 'privacy' });
    const rows = await test.sql(`select reason, members from account_deletion_reasons where reason = 'privacy'`);
    expect(rows).toEqual([{ reason: 'privacy', members: 1 }]);
  });

  it('hides name, texts and photos in conversations until the member comes back (MSG-15)', async () => {
    const [{ client, email }, friend] = [await leaver(), await test.member({ paid: true })];
    await test.sql('update members set paid_at = now() where member_id = $1', [client.id]);
    const sent = await sendText(client, { profile: friend.id }, 'Shall we dance?');
    await sendText(friend, { profile: client.id }, 'Gladly');
    const { conversation } = sent.body.message;
    await sendFile(test, client, { conversation, idempotency_key: crypto.randomUUID() }, picture);
    const before = await friend.call('getChat', { conversation });
    const photo = before.body.messages[2]?.photo?.filename ?? '';
    const load = async () =>
      (
        await test.app.server.inject({
          url: photo,
          headers: { host: 'localhost' },
          cookies: Object.fromEntries(friend.cookies),
        })
      ).statusCode;
    expect(await load()).toBe(200);
    const name = before.body.profile.name;
    await client.call('deleteAccount', { password });
    const [chat, list] = [await friend.call('getChat', { conversation }), await friend.call('listChats')];
    expect(chat.body.messages.map(({ own, text, photo: shown }) => [own, text, shown])).toEqual([
      [false, null, null],
      [true, 'Gladly', null],
      [false, null, null],
    ]);
    expect(chat.body.profile).toMatchObject({ name: 'Former member', former: true, age: null, main_image: null });
    expect(chat.body.send_blocker).toBe('gone');
    for (const body of [chat.body, list.body, (await friend.call('listLedger')).body]) {
      expect(JSON.stringify(body)).not.toContain(name);
      expect(JSON.stringify(body)).not.toContain('Shall we dance');
    }
    expect(await load()).toBe(404);
    await bring(await wayBack(email));
    expect((await friend.call('getChat', { conversation })).body.messages[0]?.text).toBe('Shall we dance?');
    expect(await load()).toBe(200);
  });

  it('happens once when two tabs ask for it at the same time', async () => {
    const { client } = await leaver();
    const both = await Promise.all([
      client.call('deleteAccount', { password }),
      client.call('deleteAccount', { password }),
    ]);
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 403]);
    expect(await test.sql('select 1 from account_deletions where member_id = $1', [client.id])).toHaveLength(1);
  });

  it('sends one mail with the way back, and no mail after it (MAI-11)', async () => {
    const [{ client, email }, writer] = [await leaver(), await test.member({ paid: true })];
    await test.runJobs();
    const before = (await test.outbox()).filter(({ to }) => to === email).length;
    await sendText(writer, { profile: client.id }, 'Will you read this?');
    await writer.call('addLike', { profile: client.id });
    await client.call('deleteAccount', { password });
    const mails = async (): Promise<string[]> => {
      await sendNotices(test.context);
      await planDigests(test.context);
      await eraseAccounts(test.context);
      await test.runJobs();
      return (await test.outbox()).filter(({ to }) => to === email).map(({ text }) => text);
    };
    const told = await mails();
    expect(told).toHaveLength(before + 1);
    expect(told[0]).toContain('/account-deleted?token=');
    for (const days of [1, 7, 5]) {
      test.clock.move(days * dayMs);
      expect(await mails()).toEqual(told);
    }
    // Erasing the members also deletes the kept copies, and their mails are sent to nobody.
    test.clock.move(2 * dayMs);
    expect(await mails()).toEqual([]);
    test.clock.move(7 * dayMs);
    expect(await mails()).toEqual([]);
    expect(await status(client)).toBe('deleted');
  });

  it('invalidates a reset link that was already mailed', async () => {
    const { client, email } = await leaver();
    await test.client().call('requestPasswordReset', { email });
    await test.runJobs();
    const mail = (await test.outbox()).find((one) => one.to === email && one.text.includes('/reset-password/do'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await client.call('deleteAccount', { password });
    const reset = await test.client().call('resetPassword', { token, password: 'another evening by the sea' });
    expect(reset.body.error).toBe('link.expired');
  });
});

describe('the way back', () => {
  it('works once, even on day 13, and logs nobody in (AUT-05, PII-10)', async () => {
    const { client, email, login } = await leaver();
    await client.call('deleteAccount', { password });
    const token = await wayBack(email);
    test.clock.move(13 * dayMs);
    expect((await login()).body.error).toBe('account.pending-deletion');
    const comer = test.client();
    expect((await comer.call('reactivateAccount', { token })).body).toEqual({ ok: true });
    expect(comer.cookies.size).toBe(0);
    expect(await status(client)).toBe('active');
    expect((await login()).status).toBe(200);
    expect((await bring(token)).error).toBe('link.expired');
    expect(await test.sql('select 1 from account_deletions where member_id = $1', [client.id])).toEqual([]);
  });

  it('ends after exactly 14 days, even if the account is still there (AUT-05)', async () => {
    const { client, email } = await leaver();
    await client.call('deleteAccount', { password });
    const token = await wayBack(email);
    test.clock.move(14 * dayMs);
    expect((await bring(token)).error).toBe('link.expired');
    expect(await status(client)).toBe('pending_deletion');
  });

  it('is replaced by a newer link, and does not work as another kind of link (AUT-05)', async () => {
    const { client, email, login } = await leaver();
    await client.call('deleteAccount', { password });
    const first = await wayBack(email);
    test.clock.move(minuteMs);
    expect((await login()).body.error).toBe('account.pending-deletion');
    const second = await wayBack(email);
    expect(second).not.toBe(first);
    expect((await bring(first)).error).toBe('link.expired');
    expect((await test.client().call('activateAccount', { token: second })).body.error).toBe('activation.failed');
    expect(await bring(second)).toEqual({ ok: true });
  });

  it('is mailed again only after a correct password, three times a day', async () => {
    const { client, email, login } = await leaver();
    await client.call('deleteAccount', { password });
    await test.runJobs();
    const mails = async () => {
      await test.runJobs();
      return (await test.outbox()).filter((one) => one.to === email && one.text.includes('/account-deleted')).length;
    };
    await test.client().call('logIn', { login: email, password: 'not my password' });
    expect(await mails()).toBe(1);
    for (let time = 0; time < 5; time += 1) await login();
    expect(await mails()).toBe(4);
  });

  it('leaves an unconfirmed account unconfirmed', async () => {
    const client = await test.member({ confirmed: false });
    const { email } = (await client.call('getUser')).body.user;
    await client.call('deleteAccount', { password });
    await bring(await wayBack(email));
    expect(await status(client)).toBe('not_confirmed');
    const [profile] = await test.sql('select status from profiles where member_id = $1', [client.id]);
    expect(profile).toEqual({ status: 'disabled' });
  });
});
