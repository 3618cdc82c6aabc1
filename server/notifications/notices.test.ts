import { beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { waysToVanish } from '../../tests/support/vanish.ts';
import { minuteMs } from '../platform/clock.ts';
import { listDuePushes } from './push/queries.ts';
import { listDue } from './queries.ts';
import { sendNotices } from './send-notices.ts';

const test = useTestApp();
// Seven in the evening in Amsterdam, where the members of these tests live.
beforeEach(() => test.clock.set(new Date('2026-11-23T18:00:00Z')));

const member = (changes = {}): Promise<TestClient> => quickMember(test, { credits: 200, ...changes });
const minutes = (count: number): void => test.clock.move(count * minuteMs);
const at = (time: string): void => test.clock.set(new Date(time));

/** Runs the worker and returns the texts of the member's mails, oldest first. */
async function mailsTo(reader: TestClient): Promise<string[]> {
  await sendNotices(test.context);
  await test.runJobs();
  const sent = await test.outbox();
  return sent
    .filter(({ to }) => to === `${reader.id}@example.org`)
    .map(({ text }) => text)
    .reverse();
}

const seen = (reader: TestClient): Promise<unknown> =>
  test.sql('update profiles set last_active_at = $2 where member_id = $1', [reader.id, test.clock.now()]);

/** Creates a reader who has just left, and a writer whose message arrives a moment later. */
async function writtenTo(changes = {}): Promise<{ reader: TestClient; writer: TestClient; conversation: string }> {
  const [reader, writer] = [await member(changes), await member()];
  minutes(1);
  const { conversation } = (await sendText(writer, { profile: reader.id }, 'a private word')).body.message;
  return { reader, writer, conversation };
}

describe('a mail about messages and likes', () => {
  it('comes after ten minutes and within fifteen, and says neither who wrote nor what', async () => {
    const { reader, writer } = await writtenTo();
    minutes(9);
    expect(await mailsTo(reader)).toEqual([]);
    minutes(2);
    const [text, ...others] = await mailsTo(reader);
    expect(others).toEqual([]);
    expect(text).toContain('Someone new has written to you.');
    const [mail] = await test.outbox();
    const [named] = await test.sql<{ name: string }>('select name from profiles where member_id = $1', [writer.id]);
    expect(JSON.stringify(mail)).not.toContain('a private word');
    expect(JSON.stringify(mail)).not.toContain(named?.name);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.subject).toBe('Something new for you');
  });

  it('comes once for a busy evening, and counts everything that waits by then', async () => {
    const { reader, writer } = await writtenTo();
    await sendText(writer, { profile: reader.id });
    const other = await member();
    await sendText(other, { profile: reader.id });
    await other.call('addLike', { profile: reader.id });
    minutes(11);
    const [text] = await mailsTo(reader);
    expect(text).toContain('2 new people have written to you.');
    expect(text).toContain('You have 1 new like.');
    minutes(30);
    await sendText(writer, { profile: reader.id });
    minutes(60);
    expect(await mailsTo(reader)).toHaveLength(1);
  });

  it('is sent for a goodbye as for any other message', async () => {
    const { reader, writer, conversation } = await writtenTo();
    await reader.call('getChat', { conversation });
    await seen(reader);
    minutes(1);
    await writer.call('sayGoodbye', { conversation });
    minutes(11);
    expect(await mailsTo(reader)).toHaveLength(1);
  });

  it('comes after the gap for messages that arrived during it, unless they were read', async () => {
    const [first, second] = [await writtenTo(), await writtenTo()];
    minutes(11);
    await mailsTo(first.reader);
    minutes(30);
    for (const { reader, writer } of [first, second]) await sendText(writer, { profile: reader.id });
    await second.reader.call('getChat', { conversation: second.conversation });
    // The gap ends at one at night, the quiet hours at eight.
    at('2026-11-24T06:59:00Z');
    expect([await mailsTo(first.reader), await mailsTo(second.reader)].map((mails) => mails.length)).toEqual([1, 1]);
    at('2026-11-24T07:01:00Z');
    expect([await mailsTo(first.reader), await mailsTo(second.reader)].map((mails) => mails.length)).toEqual([2, 1]);
  });

  it('is not sent to members who have been online since or have read the message', async () => {
    const [active, reading] = [await writtenTo(), await writtenTo()];
    minutes(1);
    await seen(active.reader);
    minutes(10);
    await sendNotices(test.context);
    // Reads between the decision and the sending.
    await reading.reader.call('getChat', { conversation: reading.conversation });
    expect([...(await mailsTo(active.reader)), ...(await mailsTo(reading.reader))]).toEqual([]);
  });

  it.each(waysToVanish)('is not sent about a member who is %s by then', async (_name, change) => {
    const { reader, writer } = await writtenTo();
    await writer.call('addLike', { profile: reader.id });
    minutes(11);
    await sendNotices(test.context);
    await change(test, reader, writer);
    await test.sql(`update profiles set last_active_at = last_active_at - interval '1 hour' where member_id = $1`, [
      reader.id,
    ]);
    expect(await mailsTo(reader)).toEqual([]);
  });

  it('is not sent to members who are banned, deleted, unconfirmed or fictional', async () => {
    for (const status of ['banned', 'deleted', 'not_confirmed']) {
      const { reader } = await writtenTo();
      await test.sql('update members set status = $2, confirmed_at = null where member_id = $1', [reader.id, status]);
      minutes(11);
      expect(await mailsTo(reader)).toEqual([]);
    }
    const { reader } = await writtenTo({ fictional: true });
    minutes(11);
    expect(await mailsTo(reader)).toEqual([]);
    expect(await test.sql('select 1 from notices where member_id = $1', [reader.id])).toEqual([]);
  });

  it('carries the label of a fictional profile that wrote', async () => {
    const [reader, writer] = [await member(), await member({ fictional: true })];
    minutes(1);
    await sendText(writer, { profile: reader.id });
    minutes(11);
    expect((await mailsTo(reader))[0]).toContain('“Fictional profile”');
  });

  it.each([
    [1, 0, 'This comes from a profile marked “Fictional profile”. We run it ourselves.'],
    [2, 0, 'All of this comes from 2 profiles marked “Fictional profile”. We run them ourselves.'],
    [1, 1, 'Among them is a profile marked “Fictional profile”. We run it ourselves.'],
    [2, 1, 'Among them are 2 profiles marked “Fictional profile”. We run them ourselves.'],
  ])('counts each fictional profile once: %i alongside %i others', async (fictional, others, note) => {
    const reader = await member();
    minutes(1);
    for (let made = 0; made < fictional + others; made += 1) {
      const writer = await member({ fictional: made < fictional });
      await sendText(writer, { profile: reader.id });
      await writer.call('addLike', { profile: reader.id });
    }
    minutes(11);
    expect((await mailsTo(reader))[0]).toContain(note);
  });

  it('leaves out each kind that is turned off, independently of the others (MAI-10)', async () => {
    const kinds = ['new_conversations', 'new_messages', 'like'] as const;
    for (const only of kinds) {
      const { reader, writer, conversation } = await writtenTo();
      await sendText(reader, { conversation });
      minutes(1);
      await sendText(writer, { conversation });
      const other = await member();
      await sendText(other, { profile: reader.id });
      await other.call('addLike', { profile: reader.id });
      await reader.call('updateUser', { notifications_disabled: kinds.filter((kind) => kind !== only) });
      await test.sql(`update profiles set last_active_at = $2 where member_id = $1`, [
        reader.id,
        new Date('2026-11-23T18:01:30Z'),
      ]);
      minutes(12);
      const [text = ''] = await mailsTo(reader);
      const told = [text.includes('Someone new'), text.includes('1 conversation.'), text.includes('1 new like')];
      expect(told).toEqual(kinds.map((kind) => kind === only));
      at('2026-11-23T18:00:00Z');
    }
    const { reader } = await writtenTo();
    await reader.call('updateUser', { notifications_disabled: [...kinds] });
    minutes(11);
    expect(await mailsTo(reader)).toEqual([]);
  });
});

describe('the queue of notices', () => {
  it('sends one mail however many workers handle a window at once, and however often', async () => {
    const { reader } = await writtenTo();
    minutes(11);
    await Promise.all(Array.from({ length: 4 }, () => sendNotices(test.context)));
    expect(await mailsTo(reader)).toHaveLength(1);
  });

  it('sends the mail even after a worker died in the middle', async () => {
    const { reader } = await writtenTo();
    minutes(11);
    const { jobs } = test.context;
    const dies = { ...jobs, add: () => Promise.reject(new Error('killed')) };
    await sendNotices({ ...test.context, jobs: dies });
    expect(
      await test.sql('select 1 from notices where member_id = $1 and due_at is not null', [reader.id]),
    ).toHaveLength(1);
    expect(await mailsTo(reader)).toHaveLength(1);
  });

  it('loses no message that arrives while the previous window is being handled', async () => {
    const { reader } = await writtenTo();
    minutes(11);
    await seen(reader);
    const writers = await Promise.all(Array.from({ length: 6 }, () => member()));
    minutes(1);
    await Promise.all([...writers.map((one) => sendText(one, { profile: reader.id })), sendNotices(test.context)]);
    minutes(11);
    expect((await mailsTo(reader))[0]).toContain('6 new people have written');
  });

  it('keeps no row for a message that was refused', async () => {
    const [reader, poor] = [await member(), await member({ credits: 0 })];
    await sendText(poor, { profile: reader.id });
    expect(await test.sql('select 1 from notices where member_id = $1', [reader.id])).toEqual([]);
  });

  it('waits for the end of the quiet hours, even if the mail server returns during the night', async () => {
    at('2026-11-23T20:55:00Z');
    const { reader } = await writtenTo();
    at('2026-11-23T21:30:00Z');
    expect(await mailsTo(reader)).toEqual([]);
    at('2026-11-24T07:01:00Z');
    expect(await mailsTo(reader)).toHaveLength(1);

    at('2026-11-24T18:00:00Z');
    const late = await writtenTo();
    minutes(11);
    await sendNotices(test.context);
    at('2026-11-25T02:00:00Z');
    expect(await mailsTo(late.reader)).toEqual([]);
    at('2026-11-25T07:01:00Z');
    expect(await mailsTo(late.reader)).toHaveLength(1);
  });
});

describe('windows that are due', () => {
  it.each([
    ['mails', listDue, ['waiting_since', 'due_at']],
    ['pushes', listDuePushes, ['push_due_at']],
  ])('are listed page by page, each once, even if due at the same moment: %s', async (_, list, columns) => {
    const members = await Promise.all([1, 2, 3, 4, 5].map(() => member()));
    const ids = members.map(({ id }) => id).toSorted();
    // Long before any other window of this file.
    const [first, second] = [new Date('2020-01-01T18:00:00Z'), new Date('2020-01-01T18:00:01Z')];
    for (const [index, id] of ids.entries())
      await test.sql(`insert into notices (member_id, ${columns.join()}) values ($1${', $2'.repeat(columns.length)})`, [
        id,
        index === 0 ? second : first,
      ]);
    const listed: string[] = [];
    let last: { member_id: MemberId; due_at: Date | null } | undefined;
    for (const limit of [2, 2, 1]) {
      const rows = await test.context.database.all(list, {
        now: second,
        dueAfter: last?.due_at ?? null,
        memberAfter: last?.member_id ?? null,
        limit,
      });
      listed.push(...rows.map(({ member_id }) => member_id));
      last = rows.at(-1);
    }
    expect(listed).toEqual([...ids.slice(1), ids[0]]);
  });
});
