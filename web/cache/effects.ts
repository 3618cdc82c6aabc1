import type { Chat } from '../../contract/chat/operations.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { FoundMessage } from '../../contract/chat/found-messages.ts';
import type { OwnProfile, ProfileSummary } from '../../contract/members/operations.ts';
import * as chats from './chat-effects.ts';
import * as likes from './like-effects.ts';
import * as members from './member-effects.ts';
import { type CacheName, type CachedData, type Gone, keys } from '../platform/query-keys.ts';

/** A response to a call that affects other cached queries; it reaches this tab only. */
type OwnAct =
  | { type: 'blocked'; profile: string }
  | { type: 'unblocked'; profile: string }
  | { type: 'conversation-deleted'; conversation: string }
  | { type: 'own-profile'; profile: OwnProfile }
  | { type: 'send-refused' }
  | { type: 'payment-completed' };

export type CacheEvent = LiveEvent | OwnAct;

/** Cached state that, besides the event, decides which queries are refetched. */
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
  /** Pure and idempotent. Applied to stale data, a change gives the same result as refetching. */
  change?: Changes;
  /** Queries whose new content the event does not carry: refetched now if in use, otherwise on their next use. */
  refetch?: readonly KeyStart[];
  /** Queries whose old data must not be shown even for a moment. */
  remove?: readonly KeyStart[];
  /** Conversations that are gone; copies kept for offline use go too. */
  gone?: Gone;
  /** A list whose counts appear in the title and the tabs; loaded if no page has needed it so far. */
  load?: 'chats' | 'likes';
}

const named = <Name extends CacheName>(...names: Name[]): [Name][] => names.map((name) => [name]);

/** Changes a conversation in both caches: by its own id and by the other member's. */
function inChats(change: (chat: Chat) => Chat | null): Changes {
  return { chat: change, 'chat-with': change };
}

function inMemberLists(change: (member: ProfileSummary) => ProfileSummary): Changes {
  return {
    profiles: (page) => ({ ...page, results: page.results.map(change) }),
    similar: (page) => ({ ...page, results: page.results.map(change) }),
  };
}

/** Keeps only some results of the searches in the member's conversations. */
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

/** Removes a member from searches, suggestions and the swipe cards that are already loaded. */
function withoutFound(id: string): Changes {
  return {
    profiles: (page) => ({ ...page, results: members.without(page.results, id) }),
    similar: (page) => ({ ...page, results: members.without(page.results, id) }),
    swipes: (deck) => ({ ...deck, cards: members.without(deck.cards, id) }),
  };
}

/** A block deletes the conversation and the likes between the two members (specification, section 4). */
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

/** Events that change no cached data; a draft goes to the composer (`web/chat/composer/sync-drafts.ts`). */
type Silent = 'ready' | 'catch-up' | 'typing' | 'logged-out' | 'draft';
type Told = Exclude<CacheEvent['type'], Silent>;

/** Which caches each event changes, and how. Every change is in this table; a missing event does not compile. */
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
    // Refetching an open profile is what tells the server that the new like has been seen.
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
    // The user's data includes the price of the new credits. The first purchase unlocks photos and older messages.
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
    // Search results and distances depend on the member's own profile.
    remove: named('profiles', 'similar', 'profile'),
    // So does the country that sets the prices.
    refetch: named('bundles', 'quote'),
  }),
  // The refetched conversation says why: no credits, a block, a limit.
  'send-refused': () => ({ refetch: [keys.user, ...named('chat', 'chat-with')] }),
  'payment-completed': () => ({ refetch: [keys.user, keys.ledger, keys.spending] }),
};

export function deriveEffects(event: CacheEvent, known: Known): Effects {
  // A newer server may send events that this page does not know.
  const effectsFor = effects[event.type as Told] as ((event: CacheEvent, known: Known) => Effects) | undefined;
  return effectsFor?.(event, known) ?? {};
}
