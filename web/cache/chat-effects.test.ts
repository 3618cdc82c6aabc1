import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { LiveEvent } from '../../contract/events.ts';
import {
  ana,
  apply,
  ben,
  buildChat,
  buildChats,
  buildEntry,
  expectSame,
  message,
  buildProfile,
  quiet,
  refetchedBy,
} from '../../tests/support/cached-responses.ts';

describe('a message event has the same effect as refetching', () => {
  it('the other member writes', () => {
    const news = message(3, false);
    expectSame(
      {},
      { type: 'message', message: news, profile: ana, num_unread_messages: 1 },
      {
        chats: buildChats([buildEntry(news, 1)]),
        chat: buildChat([message(1, false), message(2, true), news], {}, { other: 3, unread: 1 }),
      },
    );
  });

  it('the member writes and pays on another device', () => {
    const sent = message(3, true);
    expectSame(
      {},
      { type: 'message', message: sent, profile: ana, num_unread_messages: 0, credits: 4 },
      {
        chats: buildChats([buildEntry(sent, 0)]),
        chat: buildChat(
          [message(1, false), message(2, true), sent],
          { credits: 4, send_blocker: 'credits' },
          { other: 0, unread: 0, own: 3 },
        ),
        user: { credits: 4, paid_user: true },
      },
    );
  });

  it('the question of a gift is answered, even if an older event arrives later', () => {
    const gift = { ...message(2, false), kind: 'gift', text: null, gift: 'rose' } as const;
    const both = { own: 1, other: 2, other_answered: true } as const;
    const withAnswers = (answers: typeof both | null) => buildChat([message(1, false), { ...gift, answers }]);
    const event = (answers: Extract<LiveEvent, { type: 'gift-answered' }>['answers']) =>
      ({ type: 'gift-answered', message: gift.id, answers }) as const;
    const asked = { ...quiet, chat: withAnswers(null) };
    expect(apply(asked, event(both)).chat).toEqual(withAnswers(both));
    const older = event({ own: null, other: null, other_answered: true });
    expect(apply({ ...quiet, chat: withAnswers(both) }, older).chat).toEqual(withAnswers(both));
    expect(apply(asked, { ...event(both), message: toId('another') }).chat).toEqual(asked.chat);
  });

  it('a conversation begins and is listed before the older ones', () => {
    const first = { ...message(9, false), conversation: toId<ConversationId>('c2'), seq: 1 };
    expectSame(
      {},
      { type: 'message', message: first, profile: ben, num_unread_messages: 1 },
      { chats: buildChats([buildEntry(first, 1, ben), buildEntry(message(2, true), 0)]) },
    );
  });

  it('the conversation of a message was not loaded: it moves to the top and is counted only there', () => {
    const far = { ...message(9, false), conversation: toId<ConversationId>('c2') };
    expectSame(
      {
        chats: buildChats(quiet.chats.chats, {
          before: 'end',
          unread: [{ conversation: toId('c2'), num_unread_messages: 1 }],
        }),
      },
      { type: 'message', message: far, profile: ben, num_unread_messages: 2 },
      { chats: buildChats([buildEntry(far, 2, ben), ...quiet.chats.chats], { before: 'end' }) },
    );
  });

  it('a free member sees only the latest twenty', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => message(index + 1, index % 2 === 0));
    const news = message(21, false);
    const user = { credits: 20, paid_user: false };
    expectSame(
      { chat: buildChat(twenty), chats: buildChats([buildEntry(message(20, false), 0)]), user },
      { type: 'message', message: news, profile: ana, num_unread_messages: 1 },
      {
        chats: buildChats([buildEntry(news, 1)]),
        chat: buildChat([...twenty.slice(1), news], { hidden_older: true }, { other: 21, unread: 1 }),
        user,
      },
    );
  });

  it('the preview of a message is cut to 120 code points', () => {
    const long = message(3, false, '🕯'.repeat(130));
    const chats = apply(
      { ...quiet, chats: buildChats([]) },
      { type: 'message', message: long, profile: ana, num_unread_messages: 1 },
    ).chats.chats;
    expect(chats[0]?.conversation.last_text).toBe('🕯'.repeat(120));
  });

  it('and changes nothing if it is an older one replayed (MSG-03)', () => {
    const old: LiveEvent = { type: 'message', message: message(1, false), profile: ana, num_unread_messages: 1 };
    expect(apply(quiet, old)).toEqual(quiet);
  });
});

describe('a message after a gap', () => {
  const ahead: LiveEvent = { type: 'message', message: message(5, false), profile: ana, num_unread_messages: 3 };

  it('is not shown before the missing messages, which are fetched (MSG-03)', () => {
    expect(apply(quiet, ahead).chat?.messages.map((one) => one.seq)).toEqual([1, 2]);
    expect(refetchedBy(ahead, { chat: quiet.chat })).toEqual(['chat']);
  });

  it('causes no fetch if there is no gap', () => {
    const next: LiveEvent = { type: 'message', message: message(3, false), profile: ana, num_unread_messages: 1 };
    expect(refetchedBy(next, { chat: quiet.chat })).toEqual([]);
  });

  it('causes a fetch of a conversation that was gone', () => {
    expect(refetchedBy(ahead, { chat: null })).toEqual(['chat']);
  });
});

describe('a read event has the same effect as refetching', () => {
  it('the other member has read', () => {
    expectSame(
      {},
      { type: 'read', conversation: toId('c1'), seq: 2, own: false },
      { chat: buildChat([message(1, false), message(2, true)], {}, { other: 2, unread: 0 }) },
    );
  });

  it('the member has read on another device (MSG-05)', () => {
    const unread = [message(1, true), message(2, false)];
    expectSame(
      { chats: buildChats([buildEntry(message(2, false), 1)]), chat: buildChat(unread, {}, { other: 1, unread: 1 }) },
      { type: 'read', conversation: toId('c1'), seq: 2, own: true, num_unread_messages: 0 },
      {
        chats: buildChats([buildEntry(message(2, false), 0)]),
        chat: buildChat(unread, {}, { other: 1, unread: 0, own: 2 }),
      },
    );
  });

  it('the conversation is not loaded', () => {
    const other = { conversation: toId<ConversationId>('c3'), num_unread_messages: 4 };
    for (const [left, unread] of [
      [0, [other]],
      [1, [other, { conversation: toId<ConversationId>('c2'), num_unread_messages: 1 }]],
    ] as const)
      expectSame(
        { chats: buildChats([], { unread: [{ conversation: toId('c2'), num_unread_messages: 3 }, other] }) },
        { type: 'read', conversation: toId('c2'), seq: 5, own: true, num_unread_messages: left },
        { chats: buildChats([], { unread: [...unread] }) },
      );
  });

  it('but never moves a read mark back if it arrives late', () => {
    const chat = buildChat([message(1, true)], {}, { other: 1, unread: 0 });
    expect(apply({ ...quiet, chat }, { type: 'read', conversation: toId('c1'), seq: 0, own: false }).chat).toEqual(
      chat,
    );
  });

  it('and leaves a later message unread when both are replayed (MSG-05)', () => {
    const news: LiveEvent = { type: 'message', message: message(3, false), profile: ana, num_unread_messages: 1 };
    const fetched = { ...quiet, chats: buildChats([buildEntry(message(3, false), 1)]) };
    const read: LiveEvent = { type: 'read', conversation: toId('c1'), seq: 2, own: true, num_unread_messages: 0 };
    expect([read, news].reduce(apply, fetched).chats).toEqual(fetched.chats);
  });
});

it("a conversation that begins is linked from the other member's profile", () => {
  const first = message(1, true);
  expectSame(
    { profile: buildProfile(ana, { conversation: null }), chats: buildChats([]), chat: null },
    { type: 'message', message: first, profile: ana, num_unread_messages: 0, credits: 20 },
    { profile: buildProfile(ana), chats: buildChats([buildEntry(first, 0)]), chat: null },
  );
});

describe('a conversation that is gone', () => {
  it('leaves the list and the screen, as after a refetch (MSG-07)', () => {
    expectSame(
      {},
      { type: 'conversation-gone', conversation: toId('c1') },
      { chats: buildChats([]), chat: null, profile: buildProfile(ana, { conversation: null }) },
    );
  });

  it('no longer counts as unread if it was not loaded', () => {
    expectSame(
      { chats: buildChats([], { unread: [{ conversation: toId('c2'), num_unread_messages: 3 }] }) },
      { type: 'conversation-gone', conversation: toId('c2') },
      { chats: buildChats([]) },
    );
  });

  it('leaves every other conversation in place', () => {
    expectSame({}, { type: 'conversation-gone', conversation: toId('c2') }, {});
  });
});
