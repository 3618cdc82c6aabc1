import { beforeEach, describe, expect, it } from 'vitest';

import type { DigestKind } from '../../contract/notifications/notification-rules.ts';
import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type Digests, createDigestTools } from '../../tests/support/digests.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { waysToVanish } from '../../tests/support/vanish.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { planDigests } from './plan-digests.ts';

const test = useTestApp();

const at = (time: string): void => test.clock.set(new Date(time));
/** Reminders open on Monday, updates on Thursday, both at 18:00 in Amsterdam. */
const [monday, thursday] = ['2037-11-23T17:30:00Z', '2037-11-26T17:30:00Z'];
beforeEach(async () => {
  await test.sql('delete from graphile_worker._private_jobs');
  at(monday);
});

/** Creates a reader who left ten days ago, has since received a message, and gets these kinds. */
async function written(
  daysAgo = 5,
  kinds: readonly DigestKind[] = ['unread_message_reminders'],
): Promise<{ reader: TestClient; writer: TestClient; conversation: string }> {
  const now = test.clock.now();
  test.clock.set(new Date(now.getTime() - 10 * dayMs));
  const [reader, writer] = [await quickMember(test), await quickMember(test, { credits: 50 })];
  test.clock.set(new Date(now.getTime() - daysAgo * dayMs));
  const { conversation } = (await sendText(writer, { profile: reader.id }, 'a private word')).body.message;
  // The notice of that evening was sent.
  await test.sql('update notices set waiting_since = null, due_at = null, sent_at = $2 where member_id = $1', [
    reader.id,
    test.clock.now(),
  ]);
  test.clock.set(now);
  for (const member of [reader, writer]) await only(member, kinds);
  return { reader, writer, conversation };
}

const readMails = async (reader: TestClient): Promise<string[]> =>
  (await createDigestTools(test).readMails(reader)).map(({ mail }) => mail);
/** Returns the mails that the worker sends a member now. */
const sent = async (reader: TestClient): Promise<string[]> =>
  (await createDigestTools(test).sent(reader)).map(({ mail }) => mail);
const planned = async (reader: TestClient) =>
  (await createDigestTools(test).planned(reader)).map(({ kind, day }) => ({ kind, day }));
const only: Digests['only'] = (member, kinds) => createDigestTools(test).only(member, kinds);

describe('an unread reminder', () => {
  it('comes once a week to members who have been away for days, and names nobody', async () => {
    const { reader, writer } = await written();
    at('2037-11-23T16:30:00Z');
    // Half past five: the window is not open yet.
    expect(await sent(reader)).toEqual([]);
    at(monday);
    const [mail = '', ...others] = await sent(reader);
    expect(others).toEqual([]);
    expect(mail).toContain('Someone new has written to you.');
    expect(mail).toContain('“Unread messages” is turned on');
    const [{ name } = { name: '' }] = await test.sql<{ name: string }>(
      'select name from profiles where member_id = $1',
      [writer.id],
    );
    expect(mail).not.toContain('a private word');
    expect(mail).not.toContain(name);
    test.clock.move(3 * dayMs - 2 * hourMs);
    expect(await sent(reader)).toHaveLength(1);
  });

  it('does not mention likes', async () => {
    const { reader, writer } = await written();
    test.clock.move(-5 * dayMs);
    await writer.call('addLike', { profile: reader.id });
    at(monday);
    await test.sql('update notices set waiting_since = null, due_at = null where member_id = $1', [reader.id]);
    const [mail] = await sent(reader);
    expect(mail).toContain('Someone new has written to you.');
    expect(mail).not.toMatch(/like|match/);
  });

  it('leaves out a conversation closed by a goodbye, even if it closed after planning', async () => {
    const [closed, open] = [await written(), await written()];
    await closed.writer.call('sayGoodbye', { conversation: closed.conversation });
    await test.sql('update inbox set last_at = $2 where conversation_id = $1', [
      closed.conversation,
      new Date(test.clock.now().getTime() - 5 * dayMs),
    ]);
    expect(await planned(closed.reader)).toEqual([]);
    expect(await sent(open.reader)).toHaveLength(1);
    // Closed after the reminder was planned.
    const late = await written();
    await planDigests(test.context);
    await test.sql('update inbox set closed = true where conversation_id = $1', [late.conversation]);
    expect(await sent(late.reader)).toEqual([]);
  });

  it('is not sent to members who came back, read or deleted the message, or turned it off', async () => {
    const [active, reading, deleting, off] = [await written(), await written(), await written(), await written()];
    await planDigests(test.context);
    await test.sql('update inbox set hidden = true where member_id = $1', [deleting.reader.id]);
    await test.sql('update profiles set last_active_at = $2 where member_id = $1', [
      active.reader.id,
      test.clock.now(),
    ]);
    await test.sql('update inbox set unread = 0 where member_id = $1', [reading.reader.id]);
    await off.reader.call('updateUser', { notifications_disabled: ['unread_message_reminders'] });
    await test.sql(`update profiles set last_active_at = '2037-11-13T12:00:00Z' where member_id = $1`, [off.reader.id]);
    await test.runJobs();
    for (const { reader } of [active, reading, deleting, off]) expect(await readMails(reader)).toEqual([]);
  });

  it.each(waysToVanish)('is not sent about a sender who is %s by then', async (_name, change) => {
    const { reader, writer } = await written();
    await planDigests(test.context);
    await change(test, reader, writer);
    await test.sql(`update profiles set last_active_at = '2037-11-13T12:00:00Z' where member_id = $1`, [reader.id]);
    await test.runJobs();
    expect([await planned(reader), await readMails(reader)]).toEqual([
      [{ kind: 'unread_message_reminders', day: '2037-11-23' }],
      [],
    ]);
  });

  it('is not planned for members who are banned, unconfirmed, fictional or gone for good', async () => {
    const gone = await written();
    await test.sql(`update profiles set last_active_at = '2037-08-01T12:00:00Z' where member_id = $1`, [
      gone.reader.id,
    ]);
    const banned = await written();
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned.reader.id]);
    const unconfirmed = await written();
    await test.sql(`update members set status = 'not_confirmed', confirmed_at = null where member_id = $1`, [
      unconfirmed.reader.id,
    ]);
    const fictional = await written();
    await test.sql('update profiles set fictional = true where member_id = $1', [fictional.reader.id]);
    await planDigests(test.context);
    for (const { reader } of [gone, banned, unconfirmed, fictional]) expect(await planned(reader)).toEqual([]);
  });

  it('is not sent to members who are banned, leaving, unconfirmed or fictional by then', async () => {
    const changes = [
      `update members set status = 'banned' where member_id = $1`,
      `update members set status = 'pending_deletion' where member_id = $1`,
      `update members set status = 'not_confirmed', confirmed_at = null where member_id = $1`,
      `update profiles set fictional = true where member_id = $1`,
    ];
    const readers = [];
    for (const _change of changes) readers.push((await written()).reader);
    await planDigests(test.context);
    for (const [place, change] of changes.entries()) await test.sql(change, [readers[place]!.id]);
    await test.runJobs();
    for (const reader of readers) expect([(await planned(reader)).length, await readMails(reader)]).toEqual([1, []]);
  });
});

describe('a weekly update', () => {
  it('tells of the week’s new likes after the reminder and the gap, and is not sent without news', async () => {
    at(thursday);
    const both = ['unread_message_reminders', 'weekly_updates'] as const;
    const [{ reader, writer }, quiet] = [await written(8, both), await quickMember(test)];
    await test.sql(`update profiles set last_active_at = '2037-11-13T12:00:00Z' where member_id = $1`, [quiet.id]);
    test.clock.move(-2 * dayMs);
    await writer.call('addLike', { profile: reader.id });
    at(thursday);
    await test.sql(`update profiles set last_active_at = '2037-11-13T12:00:00Z' where member_id = $1`, [reader.id]);
    await test.sql('update notices set waiting_since = null, due_at = null where member_id = $1', [reader.id]);
    expect(await sent(reader)).toHaveLength(1);
    // The reminder of this Monday was sent first; the update waits for the gap and the morning.
    at('2037-11-27T07:30:00Z');
    await test.sql('update graphile_worker._private_jobs set run_at = now() where run_at <= $1', [test.clock.now()]);
    const mails = await sent(reader);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('You have 1 new like.');
    expect(mails[0]).toContain('“Your week” is turned on');
    expect([await planned(quiet), await readMails(quiet)]).toEqual([[], []]);
    expect(await sent(reader)).toHaveLength(2);
  });

  it('is not sent for a like that has been seen by then', async () => {
    at(thursday);
    const { reader, writer } = await written(8, ['weekly_updates']);
    test.clock.move(-2 * dayMs);
    await writer.call('addLike', { profile: reader.id });
    at(thursday);
    await test.sql(`update profiles set last_active_at = '2037-11-13T12:00:00Z' where member_id = $1`, [reader.id]);
    await test.sql('update notices set waiting_since = null, due_at = null where member_id = $1', [reader.id]);
    await planDigests(test.context);
    await test.sql('update likes_received set seen_at = $2 where member_id = $1', [reader.id, test.clock.now()]);
    await test.runJobs();
    expect([(await planned(reader)).length, await readMails(reader)]).toEqual([1, []]);
  });
});

describe('the plan of digests', () => {
  it('holds one digest per member when repeated, run by four workers at once, or after one died', async () => {
    const members = [await written(), await written(), await written()];
    const { jobs } = test.context;
    const dies = { ...test.context, jobs: { ...jobs, addAll: () => Promise.reject(new Error('killed')) } };
    await expect(planDigests(dies)).rejects.toThrow('killed');
    for (const { reader } of members) expect(await planned(reader)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => planDigests(test.context)));
    await planDigests(test.context);
    await test.runJobs();
    for (const { reader } of members) {
      expect(await planned(reader)).toHaveLength(1);
      expect(await readMails(reader)).toHaveLength(1);
    }
  });

  it('misses nobody after days without a worker, and sends nothing during quiet hours', async () => {
    const { reader } = await written();
    at('2037-11-24T22:30:00Z');
    expect(await sent(reader)).toEqual([]);
    at('2037-11-25T09:00:00Z');
    expect(await sent(reader)).toHaveLength(1);
    const late = await written();
    at('2037-11-25T20:30:00Z');
    await planDigests(test.context);
    // The mail server comes back during the night.
    at('2037-11-25T23:00:00Z');
    await test.runJobs();
    expect(await readMails(late.reader)).toEqual([]);
    const waiting = await test.sql<{ at: Date }>(
      `select run_at as at from graphile_worker._private_jobs where payload->>'member_id' = $1`,
      [late.reader.id],
    );
    expect(waiting).toEqual([{ at: new Date('2037-11-26T07:00:00Z') }]);
    at('2037-11-26T07:01:00Z');
    await test.sql('update graphile_worker._private_jobs set run_at = now()');
    await test.runJobs();
    expect(await readMails(late.reader)).toHaveLength(1);
  });

  it('leaves members who got a mail within six hours to a later run', async () => {
    const { reader } = await written();
    await test.sql('update notices set sent_at = $2 where member_id = $1', [
      reader.id,
      new Date('2037-11-23T12:00:00Z'),
    ]);
    expect(await sent(reader)).toEqual([]);
    expect(await planned(reader)).toEqual([]);
    at('2037-11-23T18:30:00Z');
    expect(await sent(reader)).toHaveLength(1);
  });

  it.each([
    ['spring', '2038-03-22T17:30:00Z', '2038-04-05T20:00:00Z', ['2038-03-22', '2038-03-29', '2038-04-05']],
    ['autumn', '2038-10-25T16:30:00Z', '2038-11-10T12:00:00Z', ['2038-10-25', '2038-11-01', '2038-11-08']],
  ])('has one window a week across the clock change in %s', async (_name, from, to, days) => {
    at(from);
    const { reader, writer } = await written();
    for (let now = new Date(from).getTime(); now <= Date.parse(to); now += 14 * hourMs) {
      // A clock that is ten minutes slow, then ten minutes fast (FLT-09).
      for (const skew of [-10, 10]) {
        test.clock.set(new Date(now + skew * minuteMs));
        await planDigests(test.context);
      }
      test.clock.set(new Date(now));
      await test.sql('update inbox set last_at = $2 where member_id = $1', [reader.id, new Date(now - 6 * dayMs)]);
    }
    const rows = await planned(reader);
    expect(rows.filter(({ kind }) => kind === 'unread_message_reminders').map(({ day }) => day)).toEqual(days);
    expect(await planned(writer)).toEqual([]);
  });
});
