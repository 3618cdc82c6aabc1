import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { brokenInvariants, hearEvents, quickMember, sendText } from '../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';
import { countUnread } from './read/count-unread.ts';
import { markRead } from './read/mark-read.ts';
import { publishTyping } from './read/publish-typing.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

type MessageEvent = Extract<LiveEvent, { type: 'message' }>;
const messagesOf = (events: LiveEvent[]): MessageEvent[] =>
  events.filter((event): event is MessageEvent => event.type === 'message');

describe('a message event', () => {
  it('carries what each member would get by fetching the conversation and the chat list', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test, { credits: 50 })];
    const heard = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'hello 👋')).body.message;
    await sendText(bo, { conversation }, 'hi');
    for (const [index, member] of [ada, bo].entries()) {
      const events = messagesOf(heard[index] ?? []);
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
    const events = messagesOf(heard);
    expect(events.map((event) => event.message.seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    let unread = 0;
    for (const event of events) {
      // Writing marks everything before it as read.
      unread = event.message.own ? 0 : unread + 1;
      expect(event.num_unread_messages).toBe(unread);
    }
  });

  it('is not published for a refused or repeated call', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 5 }), await quickMember(test)];
    const heard = hearEvents(test, bo.id);
    const key = '3f0e8e0a-6b1d-4a6e-9a3e-0d6f5b1c2d3e';
    await sendText(ada, { profile: bo.id }, 'one', key);
    await sendText(ada, { profile: bo.id }, 'one', key);
    await sendText(ada, { profile: bo.id }, 'two');
    expect(messagesOf(heard)).toHaveLength(1);
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

  it('is not published to a member who deleted the conversation', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    await bo.call('deleteChat', { conversation });
    const heard = hearEvents(test, bo.id);
    await publishTyping(test.context, ada.id, conversation);
    expect(heard).toEqual([]);
  });
});
