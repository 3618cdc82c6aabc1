import type { Chat } from '../../contract/chat.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { FoundMessage } from '../../contract/found-messages.ts';
import type { OwnProfile, ProfileSummary } from '../../contract/members.ts';
import * as chats from './chat-effects.ts';
import * as likes from './like-effects.ts';
import * as members from './member-effects.ts';
import { type CacheName, type CachedData, type Gone, keys } from './query-keys.ts';

/** The answer of a call that changes what other queries have cached; it reaches this tab only. */
type OwnAct =
  | { type: 'blocked'; profile: string }
  | { type: 'unblocked'; profile: string }
  | { type: 'conversation-deleted'; conversation: string }
  | { type: 'own-profile'; profile: OwnProfile }
  | { type: 'send-refused' }
  | { type: 'payment-completed' };

export type CacheEvent = LiveEvent | OwnAct;

/** What the caches hold that decides, beside the event, what has to be fetched again. */
export interface Known {
  paid: boolean;
  /** The cached conversation that the event names; null when it is gone, undefined when it is not loaded. */
  chat: Chat | null | undefined;
}

export type Changes = {
  readonly [Name in keyof CachedData]?: (data: NonNullable<CachedData[Name]>) => CachedData[Name];
};
type KeyStart = readonly [CacheName, ...unknown[]];

export interface Effects {
  /** Pure. Applied to a stale answer, a change gives what fetching again would give; applied twice, it changes nothing more. */
  change?: Changes;
  /** Queries whose new content the event does not carry: fetched again by whoever watches them, now or later. */
  refetch?: readonly KeyStart[];
  /** Queries whose old answers must not be shown even for a moment. */
  remove?: readonly KeyStart[];
  /** What of conversations is gone, also where it is kept without a connection. */
  gone?: Gone;
  /** A list whose counts stand in the title and the tabs: loaded if no page has needed it so far. */
  load?: 'chats' | 'likes';
}

const named = <Name extends CacheName>(...names: Name[]): [Name][] => names.map((name) => [name]);

/** A change of conversations, whether found by their own id or by the other member's. */
function inChats(change: (chat: Chat) => Chat | null): Changes {
  return { chat: change, 'chat-with': change };
}

/** A change of members in the lists of results. */
function inMemberLists(change: (member: ProfileSummary) => ProfileSummary): Changes {
  return {
    profiles: (page) => ({ ...page, results: page.results.map(change) }),
    similar: (page) => ({ ...page, results: page.results.map(change) }),
  };
}

/** What a search in one's conversations found, without some of it. */
function inFound(stays: (one: FoundMessage) => boolean): Changes {
  return {
    found: (data) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, results: page.results.filter(stays) })),
    }),
  };
}

function withoutConversation(conversation: string): Changes {
  return {
    ...inFound((one) => one.conversation !== conversation),
    chats: (list) => chats.withoutConversation(list, conversation),
    profile: (profile) => (profile.conversation === conversation ? { ...profile, conversation: null } : profile),
  };
}

/** Whom searches and suggestions no longer find. Cards of the swipe game that are at hand count. */
function withoutFound(id: string): Changes {
  return {
    profiles: (page) => ({ ...page, results: members.without(page.results, id) }),
    similar: (page) => ({ ...page, results: members.without(page.results, id) }),
    swipes: (deck) => ({ ...deck, cards: members.without(deck.cards, id) }),
  };
}

/** A block deletes the conversation and the likes between both (specification, section 4). */
function blocked(id: string): Effects {
  return {
    change: {
      chats: (list) => ({ ...list, chats: list.chats.filter(({ profile }) => profile.id !== id) }),
      likes: (lists) => likes.withLikeGiven(likes.withoutLike(lists, id), { id, profile: null }),
      ...withoutFound(id),
      ...inFound(({ profile }) => profile.id !== id),
      chat: (one) => (one.profile.id === id ? null : one),
      profile: (profile) => members.blocked(profile, id),
    },
    gone: { profile: id },
    refetch: [keys.chatWith(id), keys.profile(id), keys.blocks],
  };
}

/** Events that say nothing of cached answers; a draft goes to the composer (`web/chat/composer/sync-drafts.ts`). */
type Silent = 'ready' | 'catch-up' | 'typing' | 'logged-out' | 'draft';
type Told = Exclude<CacheEvent['type'], Silent>;

/** Which caches each event changes, and how. Only this table knows; the compiler refuses one that misses an event. */
const effects: { [Type in Told]: (event: Extract<CacheEvent, { type: Type }>, known: Known) => Effects } = {
  message: (event, { paid, chat }) => ({
    change: {
      user: (user) => (event.credits === undefined ? user : { ...user, credits: event.credits }),
      chats: (list) => chats.withMessage(list, event),
      ...inChats((one) => chats.chatWithMessage(one, event, paid)),
      profile: (profile) => members.withConversation(profile, event),
    },
    refetch: [
      ...(chats.needsFetching(chat, event) ? [['chat'] as const] : []),
      ...(event.credits === undefined ? [] : [keys.ledger]),
      ...members.staleProfiles(event),
    ],
    load: 'chats',
  }),
  read: (event) => ({
    change: { chats: (list) => chats.withRead(list, event), ...inChats((one) => chats.readChat(one, event)) },
    load: 'chats',
  }),
  'gift-answered': (event) => {
    const change = (one: Chat): Chat => chats.withGiftAnswers(one, event);
    return { change: { ...inChats(change), 'chat-part': change } };
  },
  'conversation-gone': (event) => ({
    change: {
      ...withoutConversation(event.conversation),
      ...inChats((one) => (one.conversation?.id === event.conversation ? null : one)),
    },
    gone: { conversation: event.conversation },
  }),
  like: (event) => ({
    change: {
      likes: (lists) => likes.withLike(lists, event),
      profile: (profile) => members.withLikeReceived(profile, event.profile.id, true),
    },
    // Only fetching an open profile tells the server that the new like has been seen.
    refetch: [keys.profile(event.profile.id)],
    load: 'likes',
  }),
  'like-gone': (event) => ({
    change: {
      likes: (lists) => likes.withoutLike(lists, event.profile),
      profile: (profile) => members.withLikeReceived(profile, event.profile, false),
    },
    load: 'likes',
  }),
  'like-seen': (event) => ({ change: { likes: (lists) => likes.withLikeSeen(lists, event.profile) }, load: 'likes' }),
  'like-given': (event) => ({
    change: {
      likes: (lists) => likes.withLikeGiven(lists, event),
      chats: (list) => ({
        ...list,
        chats: list.chats.map((entry) => ({ ...entry, profile: likes.withLiked(entry.profile, event) })),
      }),
      ...inChats((one) => ({ ...one, profile: likes.withLiked(one.profile, event) })),
      ...inMemberLists((member) => likes.withLiked(member, event)),
      profile: (profile) => members.withMatch(likes.withLiked(profile, event)),
    },
  }),
  'member-hidden': ({ profile: id, hidden }) => ({
    change: {
      profile: (profile) => (profile.id === id ? { ...profile, hidden } : profile),
      ...inChats((one) => (one.profile.id === id ? { ...one, hidden } : one)),
      ...(hidden ? withoutFound(id) : { hidden: (list) => members.without(list, id) }),
    },
    refetch: hidden ? [keys.hidden] : named('profiles', 'similar'),
  }),
  match: (event) => ({
    change: {
      ...inMemberLists((member) => (member.id === event.profile.id ? { ...member, liked: true } : member)),
      profile: (profile) => members.matched(profile, event.profile.id),
    },
    refetch: [keys.likes],
  }),
  balance: (event, { paid }) => ({
    change: {
      user: (user) => ({ ...user, credits: event.credits, paid_user: event.paid_user }),
      ...inChats((one) => chats.withCredits(one, event.credits, event.paid_user)),
    },
    // What the new credits cost stands in the user's answer. The first purchase opens photos and older messages.
    refetch: [
      keys.user,
      keys.ledger,
      ...(event.paid_user === paid ? [] : named('chat', 'profile', 'profiles', 'bundles', 'quote')),
    ],
  }),
  payment: (event) => ({ refetch: [keys.payment(event.payment), keys.payments] }),
  profile: () => ({ refetch: [keys.user, keys.push] }),
  settings: () => ({ refetch: [keys.settings] }),
  blocked: (event) => blocked(event.profile),
  unblocked: (event) => ({
    change: {
      blocks: (list) => members.without(list, event.profile),
      profile: (profile) => (profile.id === event.profile ? { ...profile, blocked: false } : profile),
    },
    refetch: named('chat', 'chat-with', 'profile', 'profiles', 'similar'),
  }),
  'conversation-deleted': (event) => ({
    change: withoutConversation(event.conversation),
    remove: [keys.chat(event.conversation)],
    gone: { conversation: event.conversation },
    refetch: [['chat-with']],
  }),
  'own-profile': (event) => ({
    change: { user: (user) => user && { ...user, name: event.profile.name, profile: event.profile } },
    // Who is found, and how far away they are, follows from the own profile.
    remove: named('profiles', 'similar', 'profile'),
    // So does the country of the prices.
    refetch: named('bundles', 'quote'),
  }),
  // The conversation says why: no credits, a block, a limit.
  'send-refused': () => ({ refetch: [keys.user, ...named('chat', 'chat-with')] }),
  'payment-completed': () => ({ refetch: [keys.user, keys.ledger, keys.spending] }),
};

export function effectsOf(event: CacheEvent, known: Known): Effects {
  // A newer server may send what this page does not know.
  const effectsFor = effects[event.type as Told] as ((event: CacheEvent, known: Known) => Effects) | undefined;
  return effectsFor?.(event, known) ?? {};
}
