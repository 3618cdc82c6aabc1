import { beforeEach, describe, expect, it, vi } from 'vitest';

import { address, createAddressTools, forgetAttempts, fetchUser } from '../../../tests/support/addresses.ts';
import { openTab } from '../../../tests/support/live.ts';
import { signUpForm, testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import { purgeExpired } from '../purge-expired.ts';

const test = useTestApp();
beforeEach(() => forgetAttempts(test));

const password = testPassword;
const { ask, canLogIn, changed, follow, linkTo, mails, member, resetToken } = createAddressTools(() => test);

describe('the link to the old address', () => {
  it('brings the address back, ends every session and link, and asks for a new password (AUT-11)', async () => {
    const next = address();
    const { client, email, undo } = await changed(next);
    const tab = await openTab(test, client);
    const reset = await resetToken(next);
    const answer = await follow(undo[0] ?? '');
    expect(answer.body).toMatchObject({ outcome: 'undone' });
    expect(await tab.closed).toBe(1008);
    expect((await client.call('getUser')).status).toBe(403);
    expect(await canLogIn(email)).toBe(false);
    const stolen = await test.client().call('resetPassword', { token: reset, password: 'another evening here' });
    expect(stolen.body.error).toBe('link.expired');
    const fresh = 'a walk along the harbour';
    const token = answer.body.reset_token ?? '';
    expect((await test.client().call('resetPassword', { token, password: fresh })).status).toBe(200);
    expect([await canLogIn(email, fresh), await canLogIn(next, fresh)]).toEqual([true, false]);
    // The address that had taken its place is free again.
    await test.member({ email: next });
  });

  it('names the address that it brings back, not the one that has taken its place', async () => {
    const { client, email, undo } = await changed(address());
    const named = async (): Promise<unknown> =>
      (await test.client().call('findMailChange', { token: undo[0] ?? '' })).body.email;
    expect(await named()).toBe(email);
    await client.call('deleteAccount', { password });
    expect(await named()).toBe(email);
    await follow(undo[0] ?? '');
    expect(await named()).toBeNull();
  });

  it('works once, for 72 hours, during which nobody else can take the address (AUT-05)', async () => {
    const { email, undo } = await changed(address());
    test.clock.move(72 * hourMs - minuteMs);
    await purgeExpired(test.context);
    expect((await test.client().call('signUp', signUpForm({ email }))).body.error).toBe('email.taken');
    const late = await changed(address());
    expect((await follow(undo[0] ?? '')).status).toBe(200);
    expect((await follow(undo[0] ?? '')).body.error).toBe('link.expired');
    test.clock.move(72 * hourMs);
    expect((await follow(late.undo[0] ?? '')).body.error).toBe('link.expired');
    await purgeExpired(test.context);
    await test.member({ email: late.email });
    expect(await test.sql('select 1 from mail_changes where member_id = $1', [late.client.id])).toEqual([]);
  });

  it('does nothing in the session of another member, and still works outside it', async () => {
    const { undo } = await changed(address());
    const other = await member();
    expect((await follow(undo[0] ?? '', other.client)).body.error).toBe('link.expired');
    expect((await fetchUser(other.client)).email).toBe(other.email);
    expect((await follow(undo[0] ?? '')).body).toMatchObject({ outcome: 'undone' });
  });

  it('restores A after A→B→C, and ends the link of B', async () => {
    const [b, c] = [address(), address()];
    const { client, email: a, undo } = await changed(b, c);
    expect((await fetchUser(client)).email).toBe(c);
    expect((await follow(undo[0] ?? '')).status).toBe(200);
    const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [client.id]);
    expect(row?.email).toBe(a);
    expect((await follow(undo[1] ?? '')).body.error).toBe('link.expired');
    for (const free of [b, c]) await test.member({ email: free });
  });

  it('leaves the link of an earlier address working: B undoes C, then A undoes B', async () => {
    const [b, c] = [address(), address()];
    const { client, email: a, undo } = await changed(b, c);
    const emailNow = async () =>
      (await test.sql<{ email: string }>('select email from members where member_id = $1', [client.id]))[0]?.email;
    expect((await follow(undo[1] ?? '')).status).toBe(200);
    expect(await emailNow()).toBe(b);
    expect((await follow(undo[0] ?? '')).status).toBe(200);
    expect(await emailNow()).toBe(a);
    const keys = await test.sql<{ email_key: string; kept_until: Date | null }>(
      'select email_key, kept_until from member_emails where member_id = $1',
      [client.id],
    );
    expect(keys).toEqual([{ email_key: a, kept_until: null }]);
  });

  it('ends after A→B→C→A, when its owner changes back, and is not sent to C', async () => {
    const [b, c] = [address(), address()];
    const { client, email: a, undo } = await changed(b, c);
    await ask(client, a);
    expect((await follow(await linkTo(a))).body.outcome).toBe('changed');
    expect((await mails(c)).filter(({ text }) => text.includes('&undo'))).toEqual([]);
    for (const link of undo) expect((await follow(link)).body.error).toBe('link.expired');
    expect((await fetchUser(client)).email).toBe(a);
    expect(await test.sql('select 1 from mail_changes where member_id = $1', [client.id])).toEqual([]);
    const keys = await test.sql('select email_key, kept_until from member_emails where member_id = $1', [client.id]);
    expect(keys).toEqual([{ email_key: a, kept_until: null }]);
    for (const free of [b, c]) await test.member({ email: free });
  });

  it('works for A after A→B→C→B, and no longer for B', async () => {
    const [b, c] = [address(), address()];
    const { client, email: a, undo } = await changed(b, c);
    await ask(client, b);
    expect((await follow(await linkTo(b))).body.outcome).toBe('changed');
    expect((await follow(undo[1] ?? '')).body.error).toBe('link.expired');
    expect((await follow(undo[0] ?? '')).body.outcome).toBe('undone');
    const keys = await test.sql('select email_key, kept_until from member_emails where member_id = $1', [client.id]);
    expect(keys).toEqual([{ email_key: a, kept_until: null }]);
  });

  it('is issued again after A→B→A→B', async () => {
    const b = address();
    const { client, email: a } = await changed(b);
    await ask(client, a);
    await follow(await linkTo(a));
    await ask(client, b);
    expect((await follow(await linkTo(b))).body.outcome).toBe('changed');
    expect((await follow(await linkTo(a))).body.outcome).toBe('undone');
    const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [client.id]);
    expect(row?.email).toBe(a);
  });

  it('wins against a further change at the same moment', async () => {
    const [b, c] = [address(), address()];
    const { client, email: a, undo } = await changed(b);
    await ask(client, c);
    const change = await linkTo(c);
    const [forward, back] = await Promise.all([follow(change), follow(undo[0] ?? '')]);
    // The undo wins in any order; the change may have come before it.
    expect(back.status).toBe(200);
    expect([200, 410]).toContain(forward.status);
    const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [client.id]);
    expect(row?.email).toBe(a);
    expect(await test.sql('select 1 from mail_changes where member_id = $1', [client.id])).toEqual([]);
  });

  it.each(['banned', 'deleted'])('stops working if the account is %s', async (status) => {
    const { client, undo } = await changed(address());
    await test.sql('update members set status = $2 where member_id = $1', [client.id, status]);
    expect((await follow(undo[0] ?? '')).body.error).toBe('link.expired');
  });

  it('still works after a hijacker deletes the account, unlike the link to a new address', async () => {
    const { client, email, undo } = await changed(address());
    const next = address();
    await ask(client, next);
    const change = await linkTo(next);
    await client.call('deleteAccount', { password });
    expect((await follow(change)).body.error).toBe('link.expired');
    expect((await follow(undo[0] ?? '')).body.outcome).toBe('undone');
    const found =
      'select m.email, m.status, d.due_at from members m left join account_deletions d using (member_id) where member_id = $1';
    expect(await test.sql(found, [client.id])).toEqual([{ email, status: 'active', due_at: null }]);
  });

  it('is mailed even if the account is deleted right after the change', async () => {
    const { client, email } = await member();
    const next = address();
    await ask(client, next);
    await follow(await linkTo(next));
    await client.call('deleteAccount', { password });
    expect((await mails(email)).filter(({ text }) => text.includes('&undo'))).toHaveLength(1);
  });

  it('has the origin of the site whatever host the request forwards (MAI-07)', async () => {
    const { client } = await member();
    const next = address();
    const answer = await client.call('changeEmail', { email: next, password }, { 'x-forwarded-host': 'evil.example' });
    expect(answer.status).toBe(200);
    const [mail] = await mails(next);
    expect(mail?.text).toMatch(/http:\/\/localhost(?::\d+)?\/mail-change\/do/);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil.example');
  });

  it('undoes everything or nothing: an error at the end leaves the change as it was', async () => {
    const next = address();
    const { client, undo } = await changed(next);
    const add = vi.spyOn(test.context.jobs, 'add').mockRejectedValueOnce(new Error('cut off'));
    expect((await follow(undo[0] ?? '')).status).toBe(500);
    add.mockRestore();
    expect((await fetchUser(client)).email).toBe(next);
    expect(await canLogIn(next)).toBe(true);
    expect((await follow(undo[0] ?? '')).body.outcome).toBe('undone');
  });

  it('is purged with all its rows after four days', async () => {
    const { client } = await changed(address());
    await ask(client, address());
    test.clock.move(4 * dayMs);
    await purgeExpired(test.context);
    expect(await test.sql('select 1 from mail_changes where member_id = $1', [client.id])).toEqual([]);
    expect(await test.sql('select 1 from member_emails where member_id = $1', [client.id])).toHaveLength(1);
  });
});
