import type { Output } from '../../contract/index.ts';
import type { Chat, Chats, FoundMessage } from '../../contract/chat/operations.ts';
import type { EventByType, LiveEvent } from '../../contract/events.ts';
import type { Likes, ReceivedLike } from '../../contract/likes/operations.ts';
import type { OwnProfile, Profile, ProfileSummary } from '../../contract/members/operations.ts';
import { type CacheName, keys, wholeCaches } from '../platform/calls/queries.ts';
import * as chats from './chat-effects.ts';
import { inOrder } from './list-pages.ts';

/** The data of the queries that events and responses to calls change. */
export interface CachedData {
  user: Output<'getUser'>['user'];
  chats: Chats;
  chat: Chat | null;
  'chat-part': Chat;
  'chat-with': Chat | null;
  found: { readonly pages: readonly Output<'searchMessages'>[]; readonly pageParams: readonly unknown[] };
  likes: Likes;
  profiles: Output<'searchProfiles'>;
  similar: Output<'listSimilar'>;
  profile: Profile;
  blocks: ProfileSummary[];
  hidden: ProfileSummary[];
  swipes: { readonly cards: readonly ProfileSummary[] };
}

/** A conversation that is gone, by its id or by its other member. */
export type Gone = { conversation: ConversationId } | { profile: MemberId };

type OwnAct =
  | { type: 'blocked'; profile: MemberId }
  | { type: 'unblocked'; profile: MemberId }
  | { type: 'conversation-deleted'; conversation: ConversationId }
  | { type: 'own-profile'; profile: OwnProfile }
  | { type: 'send-refused' }
  | { type: 'payment-completed' };

export type CacheEvent = LiveEvent | OwnAct;

/** Cached state that, besides the event, decides which queries are refetched. */
export interface Known {
  paid: boolean;
  /** Finds a cached conversation; null when it is gone, undefined when it is not loaded. */
  findChat: (conversation: ConversationId) => Chat | null | undefined;
}

export type Changes = {
  readonly [Name in keyof CachedData]?: (data: NonNullable<CachedData[Name]>) => CachedData[Name];
};
type KeyStart = readonly [CacheName, ...unknown[]];

export interface Effects {
  /** The changes, pure and idempotent: applied to stale data, they give the same result as refetching. */
  change?: Changes;
  /** Queries whose new content the event does not carry: refetched now if in use, otherwise on their next use. */
  refetch?: readonly KeyStart[];
  /** Queries whose old data must not be shown even for a moment. */
  remove?: readonly KeyStart[];
  /** Queries whose old data is removed if nothing on the screen uses it. */
  removeUnused?: readonly KeyStart[];
  /** Conversations that are gone; copies kept for offline use go too. */
  gone?: Gone;
  /** A list whose counts appear in the title and the tabs; loaded if no page has needed it so far. */
  load?: 'chats' | 'likes';
}

function inChats(change: (chat: Chat) => Chat | null): Changes {
  return { chat: change, 'chat-with': change };
}

function inMemberLists(change: (member: ProfileSummary) => ProfileSummary): Changes {
  return {
    profiles: (page) => ({ ...page, results: page.results.map(change) }),
    similar: (page) => ({ ...page, results: page.results.map(change) }),
  };
}

function inFound(stays: (one: FoundMessage) => boolean): Changes {
  return {
    found: (data) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, results: page.results.filter(stays) })),
    }),
  };
}

function withoutConversation(conversation: ConversationId): Changes {
  return {
    ...inFound((one) => one.conversation !== conversation),
    chats: (list) => chats.withoutConversation(list, conversation),
    profile: (profile) => (profile.conversation === conversation ? { ...profile, conversation: null } : profile),
  };
}

function withoutFound(id: MemberId): Changes {
  return {
    profiles: (page) => ({ ...page, results: without(page.results, id) }),
    similar: (page) => ({ ...page, results: without(page.results, id) }),
    swipes: (deck) => ({ ...deck, cards: without(deck.cards, id) }),
  };
}

/**
 * Returns the effects of a block, which deletes the conversation and the likes between the two members (specification,
 * section 4).
 */
function deriveBlockEffects(id: MemberId): Effects {
  return {
    change: {
      chats: (list) => ({ ...list, chats: list.chats.filter(({ profile }) => profile.id !== id) }),
      likes: (lists) => withLikeGiven(withoutLike(lists, id), { id, profile: null }),
      ...withoutFound(id),
      ...inFound(({ profile }) => profile.id !== id),
      chat: (one) => (one.profile.id === id ? null : one),
      profile: (profile) => blockedProfile(profile, id),
    },
    gone: { profile: id },
    refetch: [keys.chatWith(id), keys.profile(id), keys.blocks],
  };
}

/** Events that change no cached data; a draft goes to the composer (`web/chat/composer/sync-drafts.ts`). */
type OtherEvent = 'ready' | 'catch-up' | 'typing' | 'logged-out' | 'draft';
type CacheChangingEvent = Exclude<CacheEvent['type'], OtherEvent>;

/** Which caches each event changes, and how. Every change is in this table; a missing event does not compile. */
const effects: { [Type in CacheChangingEvent]: (event: Extract<CacheEvent, { type: Type }>, known: Known) => Effects } =
  {
    message: (event, { paid, findChat }) => ({
      change: {
        user: (user) => (event.credits === undefined ? user : { ...user, credits: event.credits }),
        chats: (list) => chats.withMessage(list, event),
        ...inChats((one) => chats.chatWithMessage(one, event, paid)),
        profile: (profile) => withConversation(profile, event),
      },
      refetch: [
        ...(chats.needsFetching(findChat(event.message.conversation), event) ? [['chat'] as const] : []),
        ...(event.credits === undefined ? [] : [keys.ledger]),
        ...staleProfiles(event),
      ],
      // The conversation has begun, so an unused copy under the other member's id is out of date.
      removeUnused: [keys.chatWith(event.profile.id)],
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
        likes: (lists) => withLike(lists, event),
        profile: (profile) => withLikeReceived(profile, event.profile.id, true),
      },
      // Refetching an open profile is what tells the server that the new like has been seen.
      refetch: [keys.profile(event.profile.id)],
      load: 'likes',
    }),
    'like-gone': (event) => ({
      change: {
        likes: (lists) => withoutLike(lists, event.profile),
        profile: (profile) => withLikeReceived(profile, event.profile, false),
      },
      load: 'likes',
    }),
    'like-seen': (event) => ({ change: { likes: (lists) => withLikeSeen(lists, event.profile) }, load: 'likes' }),
    'like-given': (event) => ({
      change: {
        likes: (lists) => withLikeGiven(lists, event),
        chats: (list) => ({
          ...list,
          chats: list.chats.map((entry) => ({ ...entry, profile: withLiked(entry.profile, event) })),
        }),
        ...inChats((one) => ({ ...one, profile: withLiked(one.profile, event) })),
        ...inMemberLists((member) => withLiked(member, event)),
        profile: (profile) => withMatch(withLiked(profile, event)),
      },
    }),
    'member-hidden': ({ profile: id, hidden }) => ({
      change: {
        profile: (profile) => (profile.id === id ? { ...profile, hidden } : profile),
        ...inChats((one) => (one.profile.id === id ? { ...one, hidden } : one)),
        ...(hidden ? withoutFound(id) : { hidden: (list) => without(list, id) }),
      },
      refetch: hidden ? [keys.hidden] : wholeCaches('profiles', 'similar'),
    }),
    match: (event) => ({
      change: {
        ...inMemberLists((member) => (member.id === event.profile.id ? { ...member, liked: true } : member)),
        profile: (profile) => markMatched(profile, event.profile.id),
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
        ...(event.paid_user === paid ? [] : wholeCaches('chat', 'profile', 'profiles', 'bundles', 'order-price')),
      ],
    }),
    payment: (event) => ({ refetch: [keys.payment(event.payment), keys.payments] }),
    profile: () => ({ refetch: [keys.user, keys.push] }),
    settings: () => ({ refetch: [keys.settings] }),
    blocked: (event) => deriveBlockEffects(event.profile),
    unblocked: (event) => ({
      change: {
        blocks: (list) => without(list, event.profile),
        profile: (profile) => (profile.id === event.profile ? { ...profile, blocked: false } : profile),
      },
      refetch: wholeCaches('chat', 'chat-with', 'profile', 'profiles', 'similar'),
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
      remove: wholeCaches('profiles', 'similar', 'profile'),
      // So does the country that sets the prices.
      refetch: wholeCaches('bundles', 'order-price'),
    }),
    // The refetched conversation says why: no credits, a block, a limit.
    'send-refused': () => ({ refetch: [keys.user, ...wholeCaches('chat', 'chat-with')] }),
    'payment-completed': () => ({ refetch: [keys.user, keys.ledger, keys.spending] }),
  };

export function deriveEffects(event: CacheEvent, known: Known): Effects {
  // A newer server may send events that this page does not know.
  const effectsFor = effects[event.type as CacheChangingEvent] as
    | ((event: CacheEvent, known: Known) => Effects)
    | undefined;
  return effectsFor?.(event, known) ?? {};
}

type LikeGiven = Omit<EventByType<'like-given'>, 'type'>;

function withLiked<T extends ProfileSummary>(profile: T, event: LikeGiven): T {
  return profile.id === event.id ? { ...profile, liked: event.profile !== null } : profile;
}

/** Changes a received like in every list and removes it from `new`, which lists new likes that are not loaded. */
function inReceived(likes: Likes, id: MemberId, change: (list: ReceivedLike[], id: MemberId) => ReceivedLike[]): Likes {
  return {
    ...likes,
    liked_by: change(likes.liked_by, id),
    matches: change(likes.matches, id),
    new: likes.new.filter((other) => other !== id),
  };
}

function withoutLike(likes: Likes, id: MemberId): Likes {
  return inReceived(likes, id, without);
}

function withLikeSeen(likes: Likes, id: MemberId): Likes {
  return inReceived(likes, id, (list) =>
    inOrder(list.map((like) => (like.id === id ? { ...like, like_new: false } : like))),
  );
}

function withLike(likes: Likes, { profile, at }: EventByType<'like'>): Likes {
  const like = { ...profile, like_new: true, at };
  const others = inReceived(likes, profile.id, without);
  return {
    ...others,
    liked_by: inOrder([like, ...others.liked_by]),
    matches: profile.liked ? inOrder([like, ...others.matches]) : others.matches,
  };
}

function withLikeGiven(likes: Likes, event: LikeGiven): Likes {
  const { id, profile } = event;
  const isKnown = likes.profiles.some((other) => other.id === id);
  const profiles = profile ? (isKnown ? likes.profiles : [profile, ...likes.profiles]) : without(likes.profiles, id);
  const liked_by = likes.liked_by.map((like) => withLiked(like, event));
  // A received like that is not loaded joins the matches when the `match` event refetches the lists.
  const theirs = profile && liked_by.find((like) => like.id === id);
  const others = without(likes.matches, id);
  const matches = theirs ? inOrder([theirs, ...others]) : profile ? likes.matches : others;
  return { ...likes, profiles, liked_by, matches };
}

function without<T extends { id: MemberId }>(members: readonly T[], id: MemberId): T[] {
  return members.filter((member) => member.id !== id);
}

function withMatch(profile: Profile): Profile {
  return { ...profile, match: profile.liked && profile.likes_you };
}

function markMatched(profile: Profile, id: MemberId): Profile {
  return profile.id === id ? { ...profile, liked: true, likes_you: true, match: true } : profile;
}

function withLikeReceived(profile: Profile, id: MemberId, likesYou: boolean): Profile {
  return profile.id === id ? withMatch({ ...profile, likes_you: likesYou }) : profile;
}

function withConversation(profile: Profile, event: EventByType<'message'>): Profile {
  return profile.id === event.profile.id ? { ...profile, conversation: event.message.conversation } : profile;
}

/**
 * Lists the profiles that a message makes stale. A gift makes its reply free, which ends the free state; a first
 * message uses an allowance; a goodbye ends all.
 */
function staleProfiles({ message, profile }: EventByType<'message'>): (readonly ['profile', ...string[]])[] {
  const { own, seq, kind, credits } = message;
  if (own && seq === 1) return [['profile']];
  return kind === 'gift' || kind === 'goodbye' || (own && kind === 'text' && credits === 0)
    ? [['profile', profile.id]]
    : [];
}

function blockedProfile(profile: Profile, id: MemberId): Profile {
  if (profile.id !== id) return profile;
  return { ...profile, blocked: true, liked: false, likes_you: false, match: false, conversation: null };
}
