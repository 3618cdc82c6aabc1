import { expect } from 'vitest';

import type { Chat, ChatEntry, Chats, Message } from '../../contract/chat.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { Likes, ReceivedLike } from '../../contract/likes.ts';
import type { ProfileSummary } from '../../contract/members.ts';
import { applyToChat, applyToChats, applyToUser } from './apply-event.ts';
import { applyToLikes } from './apply-to-likes.ts';

/**
 * A member's data as the server would answer it. Each test states what the server holds before and after something
 * happened, fetches the state before, applies the event, and expects what fetching after would give.
 */
export interface Held {
  chats: Chats;
  chat: Chat | null;
  likes: Likes;
  user: { credits: number; paid_user: boolean };
}

export const ana = member('ana');
export const ben = member('ben');

function member(id: string): ProfileSummary {
  return {
    id,
    name: id,
    age: 40,
    gender: 'female',
    country: 'NL',
    countryregion: null,
    town: null,
    distance: null,
    online: false,
    main_image: null,
    num_photos: 0,
    fictional: false,
    liked: false,
  };
}

export function message(seq: number, own: boolean, text = `text ${seq}`): Message {
  return {
    id: `m${seq}`,
    conversation: 'c1',
    seq,
    kind: 'text',
    own,
    text,
    photo: null,
    gift: null,
    credits: own ? 5 : 0,
    idempotency_key: own ? `k${seq}` : null,
    at: new Date(Date.UTC(2026, 10, 21, 9, seq)).toISOString(),
  };
}

export function entryOf(last: Message, unread: number, profile = ana): ChatEntry {
  return {
    conversation: {
      id: last.conversation,
      last_seq: last.seq,
      last_at: last.at,
      last_kind: last.kind,
      last_own: last.own,
      last_text: last.text === null ? null : [...last.text].slice(0, 120).join(''),
    },
    profile,
    num_unread_messages: unread,
  };
}

export function chatOf(messages: Message[], part: Partial<Chat> = {}, read = { other: 0, unread: 0 }): Chat {
  const last_seq = messages.at(-1)?.seq ?? 0;
  return {
    conversation: { id: 'c1', last_seq, other_read_seq: read.other, unread: read.unread },
    profile: ana,
    messages,
    has_older: false,
    hidden_older: false,
    bar: null,
    message_credits: 5,
    photo_credits: 10,
    message_length: 500,
    credits: 20,
    ...part,
  };
}

export const received = (profile: ProfileSummary, like_new: boolean, minute: number): ReceivedLike => ({
  ...profile,
  like_new,
  at: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
});

/** Conversations as a page of them, the last one where nothing else is said. */
export const chatsOf = (chats: ChatEntry[], part: Partial<Chats> = {}): Chats => ({
  chats,
  before: null,
  unread: [],
  ...part,
});

export const likesOf = (part: Partial<Likes>): Likes => ({
  profiles: [],
  liked_by: [],
  matches: [],
  before: { profiles: null, liked_by: null, matches: null },
  new: [],
  ...part,
});

export const quiet: Held = {
  chats: chatsOf([entryOf(message(2, true), 0)]),
  chat: chatOf([message(1, false), message(2, true)]),
  likes: likesOf({}),
  user: { credits: 20, paid_user: true },
};

export function apply(held: Held, event: LiveEvent): Held {
  return {
    chats: applyToChats(held.chats, event),
    chat: applyToChat(held.chat, event, held.user.paid_user),
    likes: applyToLikes(held.likes, event),
    user: applyToUser(held.user, event),
  };
}

/** Stale state + event = fetched state; and once more, or over an answer that knows it already, it changes nothing. */
export function expectSame(before: Partial<Held>, event: LiveEvent, after: Partial<Held>): void {
  const fetched = { ...quiet, ...after };
  expect(apply({ ...quiet, ...before }, event)).toEqual(fetched);
  expect(apply(fetched, event)).toEqual(fetched);
}
