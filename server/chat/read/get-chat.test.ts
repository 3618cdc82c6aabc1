import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../../contract/events.ts';
import {
  hearEvents,
  quickMember,
  sendText,
  useCheckedApp,
  replaceStatements,
  waitForLocks,
} from '../../../tests/support/chat.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { countUnread, markRead, publishTyping } from './activity.ts';

const test = useCheckedApp();

/** Holds a conversation of `count` messages sent in turn by a free and a premium member. */
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
    expect(body).toMatchObject({ conversation: { id: conversation, unread: 1 }, messages: [], send_blocker: null });
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
    const gate = new Promise<void>((resolve) => (release = resolve));
    let held = false;
    const paused = replaceStatements(async (name, run) => {
      if (name !== 'commit' || held) return run();
      held = true;
      await gate;
      return run();
    });
    const sent = sendText(ada, { conversation });
    await expect.poll(() => held).toBe(true);
    const opened = bo.call('getChat', { conversation });
    await waitForLocks(test);
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
      send_blocker: null,
      has_older: false,
      hidden_older: false,
      profile: { id: bo.id },
    });
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
});

type MessageEvent = Extract<LiveEvent, { type: 'message' }>;
const filterMessages = (events: LiveEvent[]): MessageEvent[] =>
  events.filter((event): event is MessageEvent => event.type === 'message');

describe('a message event', () => {
  it('carries what each member would get by fetching the conversation and the chat list', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test, { credits: 50 })];
    const heard = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'hello 👋')).body.message;
    await sendText(bo, { conversation }, 'hi');
    for (const [index, member] of [ada, bo].entries()) {
      const events = filterMessages(heard[index] ?? []);
      const [entry] = (await member.call('listChats')).body.chats;
      const chat = (await member.call('getChat', { conversation, after: 0 })).body;
      expect(events.map((event) => event.message)).toEqual(chat.messages);
      expect(events.map((event) => event.profile)).toEqual([chat.profile, chat.profile]);
      expect(events.at(-1)?.num_unread_messages).toBe(entry?.num_unread_messages);
      const paid = events.find((event) => event.message.own);
      expect(paid?.credits).toBe(chat.credits);
      expect(events.find((event) => !event.message.own)).not.toHaveProperty('credits');
    }
  });

  it('is published in seq order, with the unread count as of that message', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 300 }), await quickMember(test, { credits: 300 })];
    const heard = hearEvents(test, bo.id);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => sendText(n % 2 ? ada : bo, { profile: n % 2 ? bo.id : ada.id })),
    );
    const events = filterMessages(heard);
    expect(events.map((event) => event.message.seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    let unread = 0;
    for (const event of events) {
      // Writing marks everything before it as read.
      unread = event.message.own ? 0 : unread + 1;
      expect(event.num_unread_messages).toBe(unread);
    }
  });
});

describe('reading over the live channel', () => {
  it('only moves forward, only in one’s own conversations, and never past the last message', async () => {
    const [ada, bo, eve] = [await quickMember(test, { credits: 50 }), await quickMember(test), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    await sendText(ada, { conversation });
    await sendText(ada, { conversation });
    const [adaHears, boHears] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    await markRead(test.context, eve.id, conversation, 3);
    await markRead(test.context, bo.id, conversation, 2);
    await markRead(test.context, bo.id, conversation, 1);
    expect(await countUnread(test.context, bo.id)).toBe(1);
    await markRead(test.context, bo.id, conversation, 99);
    await markRead(test.context, bo.id, conversation, 99);
    expect(await countUnread(test.context, bo.id)).toBe(0);
    expect(boHears).toEqual([
      { type: 'read', conversation, seq: 2, own: true, num_unread_messages: 1 },
      { type: 'read', conversation, seq: 3, own: true, num_unread_messages: 0 },
    ]);
    expect(adaHears).toEqual([
      { type: 'read', conversation, seq: 2, own: false },
      { type: 'read', conversation, seq: 3, own: false },
    ]);
  });
});

describe('typing', () => {
  it('is published only when a participant types, and only to the other one (AZN-05)', async () => {
    const [ada, bo, eve] = [await quickMember(test, { credits: 50 }), await quickMember(test), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    const [adaHears, boHears] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    await publishTyping(test.context, eve.id, conversation);
    await publishTyping(test.context, bo.id, conversation);
    expect(boHears).toEqual([]);
    expect(adaHears).toEqual([{ type: 'typing', conversation, profile: bo.id }]);
  });
});
