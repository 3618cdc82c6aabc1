import { expect } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { byProfileAttribute } from '../../contract/members/attributes.ts';
import type { Chat, ChatEntry, Chats, Message } from '../../contract/chat/operations.ts';
import type { Likes, ReceivedLike } from '../../contract/likes/operations.ts';
import type { Profile, ProfileSummary } from '../../contract/members/operations.ts';
import { type CacheEvent, deriveEffects } from '../../web/cache/effects.ts';

/**
 * A member's data as the server would return it. Each test states the server's data before and after an event, applies
 * the event to the earlier state, and expects the same as a new fetch.
 */
export interface Responses {
  chats: Chats;
  chat: Chat | null;
  likes: Likes;
  user: { credits: number; paid_user: boolean };
  /** Ana's own page, and the lists that show members. */
  profile: Profile;
  profiles: { results: ProfileSummary[]; numResults: number; pageNumber: number };
  similar: { results: ProfileSummary[] };
  blocks: ProfileSummary[];
  hidden: ProfileSummary[];
  swipes: { cards: readonly ProfileSummary[] };
}

export const ana = member('ana');
export const ben = member('ben');

function member(id: string): ProfileSummary {
  return {
    id: toId(id),
    name: id,
    age: 40,
    gender: 'female',
    country: 'NL',
    countryregion: null,
    town: null,
    distance: null,
    online: false,
    main_image: null,
    main_blurred: null,
    num_photos: 0,
    fictional: false,
    liked: false,
  };
}

export function message(seq: number, own: boolean, text = `text ${seq}`): Message {
  return {
    id: toId(`m${seq}`),
    conversation: toId('c1'),
    seq,
    kind: 'text',
    own,
    text,
    photo: null,
    gift: null,
    answers: null,
    quote: null,
    credits: own ? 5 : 0,
    idempotency_key: own ? `k${seq}` : null,
    at: new Date(Date.UTC(2026, 10, 21, 9, seq)).toISOString(),
  };
}

export function buildEntry(last: Message, unread: number, profile = ana): ChatEntry {
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

export function buildChat(
  messages: Message[],
  part: Partial<Chat> = {},
  read: { other: number; unread: number; own?: number } = { other: 0, unread: 0 },
): Chat {
  const last_seq = messages.at(-1)?.seq ?? 0;
  return {
    conversation: {
      id: toId('c1'),
      last_seq,
      read_seq: read.own ?? 0,
      other_read_seq: read.other,
      unread: read.unread,
    },
    profile: ana,
    messages,
    has_older: false,
    hidden_older: false,
    hidden: false,
    send_blocker: null,
    free_answer: false,
    reply_credits: null,
    message_credits: 5,
    photo_credits: 10,
    message_length: 500,
    credits: 20,
    draft: null,
    ...part,
  };
}

export const received = (profile: ProfileSummary, like_new: boolean, minute: number): ReceivedLike => ({
  ...profile,
  like_new,
  at: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
});

/** Builds a page of conversations, by default the last page. */
export const buildChats = (chats: ChatEntry[], part: Partial<Chats> = {}): Chats => ({
  chats,
  before: null,
  unread: [],
  ...part,
});

export const buildLikes = (part: Partial<Likes>): Likes => ({
  profiles: [],
  liked_by: [],
  matches: [],
  before: { profiles: null, liked_by: null, matches: null },
  new: [],
  ...part,
});

export const buildProfile = (summary: ProfileSummary, part: Partial<Profile> = {}): Profile => ({
  ...summary,
  ...byProfileAttribute(() => null),
  sexuality: null,
  about: '',
  interests: [],
  languages: [],
  photos: [],
  likes_you: false,
  match: false,
  blocked: false,
  hidden: false,
  conversation: toId('c1'),
  message_credits: 5,
  confirmed: true,
  send_blocker: null,
  ...part,
});

export const buildResults = (...results: ProfileSummary[]): Responses['profiles'] => ({
  results,
  numResults: 40,
  pageNumber: 1,
});

/** A conversation with Ana, who also appears in searches, and no likes. */
export const quiet: Responses = {
  chats: buildChats([buildEntry(message(2, true), 0)]),
  chat: buildChat([message(1, false), message(2, true)]),
  likes: buildLikes({}),
  user: { credits: 20, paid_user: true },
  profile: buildProfile(ana),
  profiles: buildResults(ben, ana),
  similar: { results: [ana] },
  blocks: [],
  hidden: [],
  swipes: { cards: [ana] },
};

/** Applies an event to responses as to a page's caches. */
export function apply(responses: Responses, event: CacheEvent): Responses {
  const { change = {} } = deriveEffects(event, { paid: responses.user.paid_user, findChat: () => responses.chat });
  const changed = Object.entries(responses).map(([name, response]) => {
    const how = change[name as keyof Responses] as ((response: unknown) => unknown) | undefined;
    return [name, how && response !== null ? how(response) : response];
  });
  return Object.fromEntries(changed) as Responses;
}

/**
 * Expects that stale responses and the event give the fetched ones. Applied again, or to up-to-date ones, the event
 * changes nothing.
 */
export function expectSame(before: Partial<Responses>, event: CacheEvent, after: Partial<Responses>): void {
  const fetched = { ...quiet, ...after };
  expect(apply({ ...quiet, ...before }, event)).toEqual(fetched);
  expect(apply(fetched, event)).toEqual(fetched);
}

/** Lists the names of the caches that an event refetches. */
export function refetchedBy(event: CacheEvent, known: { paid?: boolean; chat?: Chat | null }): string[] {
  const { refetch = [] } = deriveEffects(event, { paid: known.paid ?? true, findChat: () => known.chat });
  return refetch.map(([name]) => name);
}
