import type { Chat, ChatEntry, Chats, Message } from '../../contract/chat.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { freeMessagesVisibleMax } from '../../contract/limits.ts';
import { previewOf } from '../../contract/text.ts';
import { withLiked } from './apply-to-likes.ts';

/**
 * What a live event does to the cached answers. Pure; applied to stale state it gives what fetching again would give,
 * and applied once more it changes nothing, so that events may be replayed over an answer that was on its way.
 */
type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

export interface Purse {
  credits: number;
  paid_user: boolean;
}

/** The conversations that are loaded, and what is unread in the others. */
export function applyToChats(list: Chats, event: LiveEvent): Chats {
  if (event.type === 'message') return withMessage(list, event);
  if (event.type === 'read') return withRead(list, event);
  if (event.type === 'conversation-gone') {
    const chats = list.chats.filter((entry) => entry.conversation.id !== event.conversation);
    return { ...list, chats, unread: unreadWithout(list, event.conversation) };
  }
  if (event.type === 'like-given')
    return { ...list, chats: list.chats.map((entry) => ({ ...entry, profile: withLiked(entry.profile, event) })) };
  return list;
}

/** `paid`: free members see the latest twenty messages, so a new one pushes the oldest out of sight. */
export function applyToChat(chat: Chat | null, event: LiveEvent, paid: boolean): Chat | null {
  if (!chat) return chat;
  if (event.type === 'message') return chatWithMessage(chat, event, paid);
  if (event.type === 'read') return readChat(chat, event);
  if (event.type === 'conversation-gone') return chat.conversation?.id === event.conversation ? null : chat;
  if (event.type === 'like-given') return { ...chat, profile: withLiked(chat.profile, event) };
  if (event.type === 'balance') return withCredits(chat, event.credits, event.paid_user);
  return chat;
}

export function applyToUser<User extends Purse>(user: User, event: LiveEvent): User {
  if (event.type === 'balance') return { ...user, credits: event.credits, paid_user: event.paid_user };
  if (event.type === 'message' && event.credits !== undefined) return { ...user, credits: event.credits };
  return user;
}

// A conversation that was not loaded is, from its new message on: it comes to the top, and counts there alone.
function withMessage(list: Chats, event: EventOf<'message'>): Chats {
  const { message, profile, num_unread_messages } = event;
  const known = list.chats.find((entry) => entry.conversation.id === message.conversation);
  if (known && known.conversation.last_seq > message.seq) return list;
  const entry: ChatEntry = {
    conversation: {
      id: message.conversation,
      last_seq: message.seq,
      last_at: message.at,
      last_kind: message.kind,
      last_own: message.own,
      last_text: previewOf(message.text),
    },
    profile,
    num_unread_messages,
  };
  const chats = [entry, ...list.chats.filter((other) => other !== known)].toSorted(latestFirst);
  return { ...list, chats, unread: unreadWithout(list, message.conversation) };
}

function unreadWithout({ unread }: Chats, conversation: string): Chats['unread'] {
  return unread.filter((other) => other.conversation !== conversation);
}

function latestFirst(a: ChatEntry, b: ChatEntry): number {
  return Date.parse(b.conversation.last_at) - Date.parse(a.conversation.last_at);
}

function withRead(list: Chats, event: EventOf<'read'>): Chats {
  const { conversation, num_unread_messages } = event;
  if (!event.own || num_unread_messages === undefined) return list;
  if (list.chats.some((entry) => entry.conversation.id === conversation)) {
    const read = (entry: ChatEntry): ChatEntry => ({ ...entry, num_unread_messages });
    const chats = list.chats.map((entry) => (entry.conversation.id === conversation ? read(entry) : entry));
    return { ...list, chats };
  }
  const others = unreadWithout(list, conversation);
  return { ...list, unread: num_unread_messages > 0 ? [...others, { conversation, num_unread_messages }] : others };
}

function chatWithMessage(chat: Chat, event: EventOf<'message'>, paid: boolean): Chat {
  const { message } = event;
  if (chat.conversation?.id !== message.conversation) return chat;
  const purse = event.credits === undefined ? chat : withCredits(chat, event.credits, paid);
  if (message.seq < chat.conversation.last_seq) return chat;
  const conversation = { ...chat.conversation, last_seq: message.seq, unread: event.num_unread_messages };
  return { ...purse, ...withinSight(chat, message, paid), profile: event.profile, conversation };
}

// A message behind a gap waits: the gap is fetched, and it comes with it.
function withinSight(chat: Chat, message: Message, paid: boolean): Pick<Chat, 'messages' | 'hidden_older'> {
  const last = chat.messages.at(-1)?.seq ?? message.seq - 1;
  const known = message.seq <= last;
  const gap = message.seq > last + 1;
  const messages = known || gap ? chat.messages : [...chat.messages, message];
  if (paid || messages.length <= freeMessagesVisibleMax) return { messages, hidden_older: chat.hidden_older };
  return { messages: messages.slice(-freeMessagesVisibleMax), hidden_older: true };
}

function readChat(chat: Chat, event: EventOf<'read'>): Chat {
  if (chat.conversation?.id !== event.conversation) return chat;
  const { conversation } = chat;
  if (!event.own)
    return {
      ...chat,
      conversation: { ...conversation, other_read_seq: Math.max(conversation.other_read_seq, event.seq) },
    };
  const unread = event.num_unread_messages ?? conversation.unread;
  return { ...chat, conversation: { ...conversation, unread } };
}

/** The bar `credits` follows the balance; `premium` falls with the first purchase. Other bars do not depend on money. */
function withCredits(chat: Chat, credits: number, paid: boolean): Chat {
  const byMoney = chat.bar === null || chat.bar === 'credits' || (chat.bar === 'premium' && paid);
  const enough = credits >= chat.message_credits;
  return { ...chat, credits, bar: byMoney ? (enough ? null : 'credits') : chat.bar };
}

/** Caches whose new content no event carries, and that are fetched again because of it. */
export function staleAfter(event: LiveEvent, was: { paid: boolean; chat: Chat | null | undefined }): string[] {
  if (event.type === 'profile') return ['user'];
  if (event.type === 'settings') return ['settings'];
  if (event.type === 'match') return ['likes'];
  if (event.type === 'balance') return event.paid_user === was.paid ? [] : ['user', 'chat', 'profile', 'profiles'];
  if (event.type !== 'message') return [];
  // A conversation that was gone lives again, messages are missing between, or an answer lifts what barred writing.
  const { chat } = was;
  const gap = chat?.messages.at(-1) && event.message.seq > (chat.messages.at(-1)?.seq ?? 0) + 1;
  const mayOpen = chat && !event.message.own && chat.bar !== null && chat.bar !== 'credits';
  return chat === null || gap || mayOpen ? ['chat'] : [];
}
