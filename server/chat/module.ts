import { typingEveryMs } from '../../contract/chat/limits.ts';
import type { AppContext, FictionalReply } from '../context.ts';
import { type Module, withConversation, withMember, deletedWithMember, operatorSettings, reasons } from '../module.ts';
import { photoForm } from '../photos/store-picture.ts';
import { blockMember } from './block/block-member.ts';
import { listBlocks } from './block/list-blocks.ts';
import { unblockMember } from './block/unblock-member.ts';
import { saveDraft } from './drafts/save-draft.ts';
import { answerGift } from './gifts/answer-gift.ts';
import { listIcebreakers } from './icebreakers/list-icebreakers.ts';
import { deleteChat } from './read/delete-chat.ts';
import { getChat } from './read/get-chat.ts';
import { listChats } from './read/list-chats.ts';
import { listGifts } from './read/list-gifts.ts';
import { markRead, publishTyping } from './read/activity.ts';
import { returnMessagesToGone, returnUnopened } from './returns/return-unread.ts';
import { searchMessages } from './search/search-messages.ts';
import { sayGoodbye } from './send/say-goodbye.ts';
import { sendGift } from './send/send-gift.ts';
import { sendMessage } from './send/send-message.ts';

const placed = 'the positions of messages and the calls that sent them';
const inPicture = 'the picture itself is in the export';
const counted = 'counts for the lists of conversations, computed from the messages';

export const chat = {
  public: [
    'block/block-member.ts',
    'erase/erase-chats.ts',
    'gifts.data.ts',
    'moderate-messages.ts',
    'read/activity.ts',
    'send/send.ts',
  ],
  mutual: { notifications: 'Members who are offline get mail about a message; a push says how many are unread.' },
  operations: {
    listChats,
    getChat,
    searchMessages,
    sendMessage,
    listIcebreakers,
    listGifts,
    sendGift,
    answerGift,
    sayGoodbye,
    saveDraft,
    deleteChat,
    blockMember,
    unblockMember,
    listBlocks,
  },
  forms: { sendMessage: photoForm },
  limits: {
    typing: { points: 1, seconds: typingEveryMs / 1_000, fixed: true },
    receipt: { points: 50, seconds: 1, fixed: true },
  },
  constraints: {
    blocks_not_self: 'like.self',
    // The key of a call that was forgotten meanwhile: its message stands.
    messages_key: 'request.key-reused',
  },
  frames: {
    typing: async ({ conversation }, { context, member }) => {
      await publishTyping(context, member.id, conversation);
      return null;
    },
    read: async ({ conversation, seq }, { context, member }) => {
      await markRead(context, member.id, conversation, seq);
      return null;
    },
  },
  metrics: {
    send_batch_size: {
      type: 'histogram',
      help: 'Messages that share a transaction',
      buckets: [1, 2, 4, 8, 16, 32, 64],
    },
    send_batch_seconds: {
      type: 'histogram',
      help: 'Duration of such a transaction',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    },
  },
  jobs: {
    'return-messages-to-gone': { run: returnMessagesToGone, schedule: '* * * * *' },
    'return-unopened': { run: returnUnopened, schedule: '7 * * * *', needsTrueTime: true },
    'reply-as-fictional': {
      run: async (context: AppContext, payload: FictionalReply) =>
        context.extension?.replyAsFictional(context, payload),
    },
  },
  tables: {
    return_progress: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },
    conversation_pairs: {
      key: 'low_id',
      erasure: { rule: 'emptied', why: 'emptied with the conversation' },
      notExported: reasons.copy,
    },
    icebreakers: {
      ...withMember,
      erasure: deletedWithMember,
      export: 'conversations',
      columnsNotExported: { shown: 'our own sentences' },
    },
    drafts: { ...withMember, erasure: deletedWithMember, export: 'conversations' },
    blocks: { ...withMember, erasure: deletedWithMember, export: 'likes' },
    blocked_by: { ...withMember, erasure: deletedWithMember, notExported: reasons.others },
    inbox: {
      ...withMember,
      erasure: { rule: 'deleted', why: 'the other member’s inbox row keeps only their own last words' },
      export: 'conversations',
      columnsNotExported: {
        cleared_seq: placed,
        closed: reasons.copy,
        gift_unanswered: counted,
        hidden: counted,
        last_day: reasons.copy,
        last_kind: reasons.copy,
        last_own: reasons.copy,
        last_seq: placed,
        last_text: reasons.copy,
        read_seq: placed,
        returned_seq: placed,
        served: placed,
        unread: counted,
        written: counted,
      },
    },
    gone_members: {
      ...withMember,
      erasure: { rule: 'expires', why: 'stays for a minute, until the credits of unopened messages are given back' },
      notExported: reasons.fleeting,
    },
    conversations: {
      key: 'conversation_id',
      erasure: {
        rule: 'emptied',
        why: 'the other member keeps the conversation; it is deleted with the second member',
      },
      notExported: reasons.copy,
    },
    messages: {
      ...withConversation,
      erasure: {
        rule: 'emptied',
        why: 'the other member keeps the conversation with their own words',
        keeps: ['kind', 'gift'],
      },
      export: 'conversations',
      columnsNotExported: {
        message_id: placed,
        body_hash: placed,
        idempotency_key: placed,
        removed_at: 'the export lists the removal among the moderation actions',
      },
    },
    gift_answers: { ...withConversation, erasure: deletedWithMember, export: 'conversations' },
    chat_photos: {
      ...withConversation,
      erasure: deletedWithMember,
      export: 'conversations',
      columnsNotExported: { width: inPicture, height: inPicture },
    },
  },
} satisfies Module;
