import { canPay } from '../../contract/credits/can-pay.ts';
import type { Chat, ChatEntry, Chats, Message } from '../../contract/chat/operations.ts';
import type { EventByType } from '../../contract/events.ts';
import { freeMessagesVisibleMax } from '../../contract/chat/limits.ts';
import { cutPreview } from '../../contract/chat/message-text.ts';
import { nextTextPrice } from '../../contract/chat/text-price.ts';

/** Moves the message's conversation to the top of the list, whose entry replaces its count in `unread`. */
export function withMessage(list: Chats, event: EventByType<'message'>): Chats {
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
      last_text: cutPreview(message.text),
    },
    profile,
    num_unread_messages,
  };
  const chats = [entry, ...list.chats.filter((other) => other !== known)].toSorted(latestFirst);
  return { ...list, chats, unread: unreadWithout(list, message.conversation) };
}

export function withoutConversation(list: Chats, conversation: ConversationId): Chats {
  const chats = list.chats.filter((entry) => entry.conversation.id !== conversation);
  return { ...list, chats, unread: unreadWithout(list, conversation) };
}

function unreadWithout({ unread }: Chats, conversation: ConversationId): Chats['unread'] {
  return unread.filter((other) => other.conversation !== conversation);
}

function latestFirst(a: ChatEntry, b: ChatEntry): number {
  return Date.parse(b.conversation.last_at) - Date.parse(a.conversation.last_at);
}

export function withRead(list: Chats, event: EventByType<'read'>): Chats {
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

/**
 * Adds a message to a conversation. `paid`: free members see only the latest twenty messages, so a new message pushes
 * the oldest out of sight.
 */
export function chatWithMessage(chat: Chat, event: EventByType<'message'>, paid: boolean): Chat {
  const { message } = event;
  if (chat.conversation?.id !== message.conversation || message.seq < chat.conversation.last_seq) return chat;
  const reply_credits = message.own ? null : chat.reply_credits;
  // A goodbye is the last message.
  const send_blocker = message.kind === 'goodbye' ? 'closed' : chat.send_blocker;
  const priced = { ...chat, send_blocker, free_answer: answersForFree(chat, message), reply_credits };
  const base = withCredits(priced, event.credits ?? chat.credits, paid);
  // A member who writes has read everything earlier. A goodbye sends a `read` event instead, to members who may know.
  const otherRead = message.kind === 'goodbye' ? {} : { other_read_seq: message.seq };
  const read = message.own ? { read_seq: message.seq } : otherRead;
  const conversation = { ...chat.conversation, ...read, last_seq: message.seq, unread: event.num_unread_messages };
  return { ...base, ...withVisible(chat, message, paid), profile: event.profile, conversation };
}

/** True if the next text is free: the other member's last gift has no text in reply. */
function answersForFree({ free_answer }: Chat, { own, kind }: Message): boolean {
  if (own) return free_answer && kind !== 'text';
  return free_answer || kind === 'gift';
}

// A message after a gap is left out: fetching the gap returns it too.
function withVisible(chat: Chat, message: Message, paid: boolean): Pick<Chat, 'messages' | 'hidden_older'> {
  const last = chat.messages.at(-1)?.seq ?? message.seq - 1;
  const known = message.seq <= last;
  const gap = message.seq > last + 1;
  const messages = known || gap ? chat.messages : [...chat.messages, message];
  if (paid || messages.length <= freeMessagesVisibleMax) return { messages, hidden_older: chat.hidden_older };
  return { messages: messages.slice(-freeMessagesVisibleMax), hidden_older: true };
}

/** Adds the answers to a gift's question. An older event that arrives later changes nothing. */
export function withGiftAnswers(chat: Chat, { message, answers }: EventByType<'gift-answered'>): Chat {
  const change = (one: Message): Message => (one.id === message && !one.answers?.other ? { ...one, answers } : one);
  return { ...chat, messages: chat.messages.map(change) };
}

export function readChat(chat: Chat, event: EventByType<'read'>): Chat {
  if (chat.conversation?.id !== event.conversation) return chat;
  const { conversation } = chat;
  if (!event.own)
    return {
      ...chat,
      conversation: { ...conversation, other_read_seq: Math.max(conversation.other_read_seq, event.seq) },
    };
  const unread = event.num_unread_messages ?? conversation.unread;
  return { ...chat, conversation: { ...conversation, unread, read_seq: Math.max(conversation.read_seq, event.seq) } };
}

/** Recomputes the send blocker: `credits` follows the balance, `premium` ends with the first purchase, others stay. */
export function withCredits(chat: Chat, credits: number, paid: boolean): Chat {
  const byMoney =
    chat.send_blocker === null || chat.send_blocker === 'credits' || (chat.send_blocker === 'premium' && paid);
  const enough = canPay(credits, nextTextPrice(chat));
  return { ...chat, credits, send_blocker: byMoney ? (enough ? null : 'credits') : chat.send_blocker };
}

/** True if the message alone is not enough: a gap before it, a restored conversation, or a blocker that may end. */
export function needsFetching(chat: Chat | null | undefined, { message }: EventByType<'message'>): boolean {
  if (!chat) return chat === null;
  const last = chat.messages.at(-1)?.seq;
  const gap = last !== undefined && message.seq > last + 1;
  const mayUnblock = !message.own && chat.send_blocker !== null && chat.send_blocker !== 'credits';
  return gap || mayUnblock;
}
