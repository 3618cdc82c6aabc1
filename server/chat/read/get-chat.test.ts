import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { brokenInvariants, hearEvents, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';
import { countUnread } from './count-unread.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

/** A conversation of `count` messages sent in turn by a free and a premium member. */
async function talk(count: number): Promise<{ free: TestClient; premium: TestClient; conversation: string }> {
  const free = await quickMember(test, { credits: count * 5 });
  const premium = await quickMember(test, { credits: count * 5, paid: true });
  let conversation = '';
  for (let seq = 1; seq <= count; seq += 1) {
    const [from, to] = seq % 2 === 1 ? [free, premium] : [premium, free];
    conversation = (await sendText(from, { profile: to.id }, `message ${seq}`)).body.message.conversation;
  }
  return { free, premium, conversation };
}

const seqs = (chat: { messages: { seq: number }[] }): number[] => chat.messages.map((message) => message.seq);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('the pages of a conversation', () => {
  it('contain the latest fifty messages, or those before or after a seq, oldest first', async () => {
    const { premium, conversation } = await talk(121);
    const latest = (await premium.call('getChat', { conversation })).body;
    expect(seqs(latest)).toEqual(range(72, 121));
    expect(latest).toMatchObject({ has_older: true, hidden_older: false, conversation: { last_seq: 121, unread: 0 } });
    const middle = (await premium.call('getChat', { conversation, before: 72 })).body;
    expect(seqs(middle)).toEqual(range(22, 71));
    expect(middle.has_older).toBe(true);
    const first = (await premium.call('getChat', { conversation, before: 22 })).body;
    expect(seqs(first)).toEqual(range(1, 21));
    expect(first.has_older).toBe(false);
    expect(seqs((await premium.call('getChat', { conversation, after: 0 })).body)).toEqual(range(1, 50));
    expect(seqs((await premium.call('getChat', { conversation, after: 119 })).body)).toEqual([120, 121]);
    expect(seqs((await premium.call('getChat', { conversation, after: 121 })).body)).toEqual([]);
  });

  it('show a free member the latest twenty messages, and nothing older for any seq (AZN-09)', async () => {
    const { free, premium, conversation } = await talk(30);
    const latest = (await free.call('getChat', { conversation })).body;
    expect(seqs(latest)).toEqual(range(11, 30));
    expect(latest).toMatchObject({ has_older: false, hidden_older: true });
    for (const page of [{ before: 11 }, { before: 5 }, { before: 12, after: 3 }, { after: 0 }]) {
      const { messages } = (await free.call('getChat', { conversation, ...page })).body;
      expect(messages.filter((message) => message.seq < 11)).toEqual([]);
    }
    expect(seqs((await premium.call('getChat', { conversation })).body)).toEqual(range(1, 30));
    await test.sql('update members set paid_at = now() where member_id = $1', [free.id]);
    expect(seqs((await free.call('getChat', { conversation })).body)).toEqual(range(1, 30));
  });

  it('stay in seq order when the clock jumps back (MSG-13)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test, { credits: 50 })];
    for (const [index, jump] of [0, -7_200_000, 7_200_000, 60_000].entries()) {
      test.clock.move(jump);
      await sendText(ada, { profile: bo.id }, `at ${index}`);
    }
    const texts = (await bo.call('getChat', { profile: ada.id })).body.messages.map((message) => message.text);
    expect(texts).toEqual(['at 0', 'at 1', 'at 2', 'at 3']);
  });
});

describe('opening a conversation', () => {
  it('marks it as read on every device and tells the other member how far (MSG-05)', async () => {
    const { free, premium, conversation } = await talk(3);
    const [own, other] = [hearEvents(test, premium.id), hearEvents(test, free.id)];
    expect(await countUnread(test.context, premium.id)).toBe(1);
    expect((await premium.call('getChat', { conversation })).body.conversation?.unread).toBe(0);
    expect(await countUnread(test.context, premium.id)).toBe(0);
    expect(own).toEqual([{ type: 'read', conversation, seq: 3, own: true, num_unread_messages: 0 }]);
    expect(other).toEqual([{ type: 'read', conversation, seq: 3, own: false }]);
    expect((await free.call('getChat', { conversation })).body.conversation?.other_read_seq).toBe(3);
    await premium.call('getChat', { conversation });
    expect(own.filter((event) => event.type === 'read' && event.own)).toHaveLength(1);
  });

  it('does not mark it as read for older or later pages', async () => {
    const { premium, conversation } = await talk(3);
    await premium.call('getChat', { conversation, before: 3 });
    await premium.call('getChat', { conversation, after: 1 });
    expect((await premium.call('listChats')).body.chats[0]?.num_unread_messages).toBe(1);
  });

  it('does not mark it as read when the call only asks whether one may write', async () => {
    const { free, premium, conversation } = await talk(3);
    const { body } = await premium.call('getChat', { profile: free.id, before: 1 });
    expect(body).toMatchObject({ conversation: { id: conversation, unread: 1 }, messages: [], bar: null });
    expect(await countUnread(test.context, premium.id)).toBe(1);
  });

  it('leaves a message unread if it arrives at the same time and was not returned (MSG-05)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 500 }), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    for (let round = 0; round < 25; round += 1) {
      const [opened] = await Promise.all([bo.call('getChat', { conversation }), sendText(ada, { conversation })]);
      const seen = opened.body.messages.at(-1)?.seq ?? 0;
      const last = (await bo.call('listChats')).body.chats[0];
      expect(last?.num_unread_messages).toBe((last?.conversation.last_seq ?? 0) - seen);
    }
  });

  it('counts a message as unread if it commits while the opening waits for its lock (MSG-05)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const real = pg.Client.prototype.query;
    let held = false;
    const paused = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function query(
      this: pg.Client,
      ...values: unknown[]
    ) {
      if (values[0] === 'commit' && !held) {
        held = true;
        await gate;
      }
      return Reflect.apply(real, this, values) as unknown;
    } as never);
    const sent = sendText(ada, { conversation });
    await expect.poll(() => held).toBe(true);
    const opened = bo.call('getChat', { conversation });
    const waits = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await test.sql<{ n: number }>(waits))[0]?.n).toBe(1);
    release();
    const [chat] = await Promise.all([opened, sent]);
    paused.mockRestore();
    expect(chat.body.messages.map((message) => message.seq)).toEqual([1]);
    expect(chat.body.conversation).toMatchObject({ last_seq: 1, unread: 1 });
    expect((await bo.call('listChats')).body.chats[0]?.num_unread_messages).toBe(1);
  });

  it('returns an empty one for a member with whom no messages were exchanged', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    expect((await ada.call('getChat', { profile: bo.id })).body).toMatchObject({
      conversation: null,
      messages: [],
      bar: null,
      has_older: false,
      hidden_older: false,
      profile: { id: bo.id },
    });
  });

  it('between other members answers exactly as for an unknown id (AZN-01)', async () => {
    const { conversation } = await talk(1);
    const stranger = await quickMember(test, { credits: 50 });
    const foreign = await stranger.call('getChat', { conversation });
    const unknown = await stranger.call('getChat', { conversation: randomUUID() });
    expect(foreign).toMatchObject({ status: 404, body: { error: 'chat.not-found' } });
    expect(foreign.body).toEqual(unknown.body);
  });
});

describe('deleting a conversation', () => {
  it('removes all its messages for that member only, and for good (MSG-07)', async () => {
    const { free, premium, conversation } = await talk(4);
    const events = hearEvents(test, free.id);
    expect((await free.call('deleteChat', { conversation })).body).toEqual({ ok: true });
    expect(events).toEqual([{ type: 'conversation-gone', conversation }]);
    expect((await free.call('listChats')).body.chats).toEqual([]);
    expect((await free.call('getChat', { conversation })).body.error).toBe('chat.not-found');
    expect((await free.call('getChat', { profile: premium.id })).body).toMatchObject({
      conversation: null,
      messages: [],
    });
    expect((await free.call('deleteChat', { conversation })).body.error).toBe('chat.not-found');
    expect((await sendText(free, { conversation })).body.error).toBe('chat.not-found');
    expect(await countUnread(test.context, free.id)).toBe(0);
    expect(seqs((await premium.call('getChat', { conversation })).body)).toEqual([1, 2, 3, 4]);
  });

  it('is undone by a later message from the other member, without restoring the old messages', async () => {
    const { free, premium, conversation } = await talk(4);
    await free.call('deleteChat', { conversation });
    await sendText(premium, { conversation }, 'still there?');
    expect((await free.call('listChats')).body.chats).toMatchObject([{ num_unread_messages: 1 }]);
    const chat = (await free.call('getChat', { conversation })).body;
    expect(seqs(chat)).toEqual([5]);
    expect(chat).toMatchObject({ has_older: false, hidden_older: false });
    expect(seqs((await free.call('getChat', { conversation, before: 5 })).body)).toEqual([]);
  });

  it('is refused for conversations between other members (AZN-01)', async () => {
    const { premium, conversation } = await talk(2);
    const stranger = await quickMember(test);
    expect((await stranger.call('deleteChat', { conversation })).status).toBe(404);
    expect(seqs((await premium.call('getChat', { conversation })).body)).toEqual([1, 2]);
  });
});
