import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Browser } from '../../../mocks/push/server.ts';
import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type PushApp, createPushApp, signIn } from '../../../tests/support/push.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { minuteMs } from '../../platform/clock.ts';
import { sendNotices } from '../send-notices.ts';
import { topics } from './rules.ts';
import { runPushes } from './send-pushes.ts';

let test: PushApp;
beforeAll(async () => {
  test = await createPushApp();
});
afterAll(() => test.close());
// Seven in the evening in Amsterdam, where the members of these tests live.
beforeEach(() => test.clock.set(new Date('2026-11-23T18:00:00Z')));

const member = (changes = {}): Promise<TestClient> => quickMember(test, { credits: 500, ...changes });
const seconds = (count: number): void => test.clock.move(count * 1_000);
const minutes = (count: number): void => test.clock.move(count * minuteMs);
const at = (time: string): void => test.clock.set(new Date(time));
const seen = (reader: TestClient): Promise<unknown> =>
  test.sql('update profiles set last_active_at = $2 where member_id = $1', [reader.id, test.clock.now()]);
const bodies = ({ pushes }: Browser): unknown[] => pushes.map(({ payload }) => payload['body']);
const mailsTo = async (reader: TestClient): Promise<number> => {
  await sendNotices(test.context);
  await test.runJobs();
  return (await test.outbox()).filter(({ to }) => to === `${reader.id}@example.org`).length;
};

/** Creates a reader with a browser who has just left, and a writer whose message arrives a moment later. */
async function writtenTo(changes = {}) {
  const [reader, writer] = [await member(changes), await member()];
  const browser = await test.subscribe(reader);
  minutes(1);
  const { conversation } = (await sendText(writer, { profile: reader.id }, 'a private word')).body.message;
  return { reader, writer, browser, conversation };
}

describe('a push about messages and likes', () => {
  it('comes within a minute to an absent member, and says neither who wrote nor what (PSH-05)', async () => {
    const { reader, browser, writer, conversation } = await writtenTo();
    seconds(30);
    await test.push();
    expect(browser.pushes).toEqual([]);
    seconds(10);
    await test.push();
    const [push, ...others] = browser.pushes;
    expect(others).toEqual([]);
    expect(push?.payload).toEqual({
      title: 'Tealight',
      body: 'Someone new has written to you.',
      kind: 'new_conversations',
      path: `/chats/${conversation}`,
      badge: 1,
      stop: {
        label: 'No more of these',
        done: '“First messages” is now off in all your browsers. You can turn it back on any time under Notifications.',
        member: reader.id,
      },
    });
    const [named] = await test.sql<{ name: string }>('select name from profiles where member_id = $1', [writer.id]);
    expect(JSON.stringify(push?.payload)).not.toContain(named?.name);
    expect(JSON.stringify(push?.payload)).not.toContain('private');
  });

  it('is signed for its push service for less than a day, encrypted and small (PSH-01)', async () => {
    const { browser } = await writtenTo();
    seconds(40);
    await test.push();
    const [push] = browser.pushes;
    expect(push?.claims.aud).toBe(test.service.origin);
    expect(push?.claims.sub).toBe('mailto:hello@tealight.example');
    expect(push?.claims.exp).toBeLessThanOrEqual(Date.now() / 1_000 + 86_400);
    expect(push?.headers['content-encoding']).toBe('aes128gcm');
    // RFC 8030, section 5.3: with lower urgency, a phone that saves battery gets it only when next used.
    expect(push?.headers['urgency']).toBe('high');
    // The quiet hours begin in less than three hours.
    expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(2 * 3_600 + 58 * 60 + 20);
    expect(Number(push?.headers.ttl)).toBeGreaterThan(2 * 3_600);
    expect(push?.bytes).toBeLessThanOrEqual(3_072);
    expect(test.service.faults).toEqual([]);
  });

  it('comes once per kind for a burst, and again after the gap or once the member has been online', async () => {
    const { reader, writer, browser } = await writtenTo();
    for (let count = 0; count < 5; count += 1) await sendText(writer, { profile: reader.id });
    const other = await member();
    await sendText(other, { profile: reader.id });
    await other.call('addLike', { profile: reader.id });
    seconds(40);
    await test.push();
    const first = ['2 new people have written to you.', 'You have 1 new like.'];
    expect(bodies(browser).toSorted()).toEqual(first);
    const told = browser.pushes.toSorted((a, b) => String(a.payload['kind']).localeCompare(String(b.payload['kind'])));
    expect(told.map(({ payload }) => [payload['kind'], payload['path'], payload['badge']])).toEqual([
      ['like', '/likes', 8],
      ['new_conversations', '/chats', 8],
    ]);
    minutes(3);
    await sendText(writer, { profile: reader.id });
    minutes(2);
    await test.push();
    expect(browser.pushes).toHaveLength(2);
    minutes(11);
    await test.push();
    // Only the kind that has something new.
    expect(bodies(browser).slice(2)).toEqual([first[0]]);
    expect([...told, browser.pushes[2]].map((push) => push?.headers['topic'])).toEqual([
      topics.like,
      topics.new_conversations,
      topics.new_conversations,
    ]);

    browser.show();
    await seen(reader);
    seconds(5);
    await sendText(writer, { profile: reader.id });
    seconds(40);
    await test.push();
    expect(browser.pushes).toHaveLength(4);
    minutes(60);
    await test.push();
    expect(browser.pushes).toHaveLength(4);
  });

  it('does not come to members who have been online since or have read it, but comes for a match', async () => {
    const [active, reading, matched] = [await writtenTo(), await writtenTo(), await writtenTo()];
    seconds(20);
    await seen(active.reader);
    await reading.reader.call('getChat', { conversation: reading.conversation });
    await matched.reader.call('addLike', { profile: matched.writer.id });
    await test.sql(
      `update profiles set last_active_at = last_active_at - interval '1 hour' where member_id = any($1)`,
      [[reading.reader.id, matched.reader.id]],
    );
    await matched.writer.call('addLike', { profile: matched.reader.id });
    seconds(40);
    await test.push();
    expect([active.browser.pushes, reading.browser.pushes]).toEqual([[], []]);
    expect(bodies(matched.browser)).toContain('You have 1 new match.');
  });

  it('comes to every browser of the member, in their language and with the label of a fictional sender', async () => {
    const [reader, writer] = [await member(), await member({ fictional: true })];
    await test.sql(`update members set language = 'de' where member_id = $1`, [reader.id]);
    const browsers = [await test.subscribe(reader), await test.subscribe(await signIn(test, reader))];
    minutes(1);
    await sendText(writer, { profile: reader.id });
    seconds(40);
    await test.push();
    for (const browser of browsers)
      expect(bodies(browser)[0]).toMatch(/Jemand hat dir zum ersten Mal.*\n.*„Fiktives Profil“/s);
  });

  it.each([false, true])('leaves out kinds that are turned off (already queued: %s)', async (isQueued) => {
    const { reader, browser } = await writtenTo();
    await (await member()).call('addLike', { profile: reader.id });
    seconds(40);
    if (isQueued) await queueOnly();
    await reader.call('setPushKinds', { push_disabled: ['new_conversations'] });
    await away(reader);
    await test.push();
    expect(bodies(browser)).toEqual(['You have 1 new like.']);
  });

  it('has a button that ends only its own kind, and only for the member whom it addressed', async () => {
    const { reader, browser } = await writtenTo();
    const heard: unknown[] = [];
    test.context.bus.subscribe(reader.id, (event) => heard.push(event));
    await reader.call('setPushKinds', { push_disabled: ['like'] });
    const press = (client: TestClient) => {
      // The service worker's call, which no open page knows about.
      const one = { push_disabled: ['new_conversations'], push_changed: ['new_conversations'] };
      return client.call('setPushKinds', one, { 'x-member': reader.id });
    };
    expect((await press(await member())).status).toBe(403);
    expect((await press(reader)).body.push_disabled).toEqual(['new_conversations', 'like']);
    expect(heard).toEqual([{ type: 'profile' }, { type: 'profile' }]);
    seconds(40);
    await away(reader);
    await test.push();
    expect(browser.pushes).toEqual([]);
    const back = { push_disabled: [], push_changed: ['new_conversations'] };
    expect((await reader.call('setPushKinds', back)).body.push_disabled).toEqual(['like']);
    expect((await reader.call('setPushKinds', { push_disabled: ['new_messages'] })).body.push_disabled).toEqual([
      'new_messages',
    ]);
  });

  it.each([
    ['the writer is blocked', (reader: TestClient, { id }: TestClient) => reader.call('blockMember', { profile: id })],
    ['the writer has blocked', ({ id }: TestClient, writer: TestClient) => writer.call('blockMember', { profile: id })],
    ['the writer is hidden', (reader: TestClient, { id }: TestClient) => reader.call('hideMember', { profile: id })],
    [
      'the reader has no confirmed address',
      ({ id }: TestClient) =>
        test.sql(`update members set status = 'not_confirmed', confirmed_at = null where member_id = $1`, [id]),
    ],
  ] as const)('never comes once %s, even if already queued (PSH-03)', async (_name, change) => {
    for (const isQueued of [false, true]) {
      const { reader, writer, browser } = await writtenTo();
      seconds(40);
      if (isQueued) await queueOnly();
      await change(reader, writer);
      await away(reader);
      await test.push();
      expect(browser.calls()).toBe(0);
    }
  });

  it('waits for the end of the quiet hours, even if it was queued before them', async () => {
    at('2026-11-23T20:58:30Z');
    const { browser } = await writtenTo();
    at('2026-11-23T21:00:30Z');
    await test.push();
    at('2026-11-24T06:59:00Z');
    await test.push();
    expect(browser.pushes).toEqual([]);
    at('2026-11-24T07:00:30Z');
    await test.push();
    expect(browser.pushes).toHaveLength(1);

    at('2026-11-24T18:00:00Z');
    const late = await writtenTo();
    seconds(40);
    await queueOnly();
    at('2026-11-25T02:00:00Z');
    await test.push();
    expect(late.browser.pushes).toEqual([]);
    at('2026-11-25T07:00:30Z');
    await test.push();
    expect(late.browser.pushes).toHaveLength(1);
  });

  it('does not come a second time in the morning if what came at night is gone', async () => {
    at('2026-11-23T20:00:00Z');
    const [reader, first, second] = [await member(), await member(), await member()];
    const browser = await test.subscribe(reader);
    minutes(1);
    await first.call('addLike', { profile: reader.id });
    seconds(40);
    await test.push();
    expect(bodies(browser)).toEqual(['You have 1 new like.']);
    at('2026-11-23T21:30:00Z');
    await second.call('addLike', { profile: reader.id });
    seconds(40);
    await test.push();
    await second.call('removeLike', { profile: reader.id });
    at('2026-11-24T07:00:30Z');
    await test.push();
    expect(browser.pushes).toHaveLength(1);
  });
});

describe('the mail that follows a push', () => {
  it('comes only if the member has not been there for an hour', async () => {
    const { reader } = await writtenTo();
    seconds(40);
    await test.push();
    minutes(15);
    expect(await mailsTo(reader)).toBe(0);
    minutes(46);
    expect(await mailsTo(reader)).toBe(1);
    const other = await writtenTo();
    seconds(40);
    await test.push();
    minutes(20);
    await seen(other.reader);
    minutes(60);
    expect(await mailsTo(other.reader)).toBe(0);
  });

  it.each([400, 410])('comes after its usual delay if the push service answered %i', async (status) => {
    const { reader } = await writtenTo();
    test.service.answers.push(status);
    seconds(40);
    await test.push();
    minutes(10);
    expect(await mailsTo(reader)).toBe(1);
  });
});

describe('the schedule of pushes', () => {
  it('runs four times a minute, and handles a notice once however many workers run', async () => {
    const { browser } = await writtenTo();
    seconds(40);
    await Promise.all(Array.from({ length: 4 }, () => runPushes(test.context, { again: 3 })));
    const next = await test.sql<{ run_at: Date; payload: unknown }>(
      `select j.run_at, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where j.task_identifier = 'send-pushes'`,
    );
    expect(next.map(({ payload }) => payload)).toEqual([{ again: 2 }]);
    const wait = (next[0]?.run_at.getTime() ?? 0) - test.clock.now().getTime();
    expect(Math.round(wait / 5_000)).toBe(3);
    await test.runJobs();
    expect(browser.pushes).toHaveLength(1);
  });

  it('queues no push for a member without a subscribed browser', async () => {
    const [reader, writer] = [await member(), await member()];
    await sendText(writer, { profile: reader.id });
    expect(await test.sql('select push_due_at from notices where member_id = $1', [reader.id])).toEqual([
      { push_due_at: null },
    ]);
  });
});

/** Pretends that the reader was last online an hour earlier. */
async function away({ id }: TestClient): Promise<void> {
  await test.sql(`update profiles set last_active_at = last_active_at - interval '1 hour' where member_id = $1`, [id]);
}

async function queueOnly(): Promise<void> {
  await runPushes(test.context, {});
}
