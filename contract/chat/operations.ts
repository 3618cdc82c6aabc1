import Type from 'typebox';

import { aboutLengthMax } from '../members/limits.ts';
import { Image, ProfileSummary, SendBlocker } from '../members/operations.ts';
import { Upload, pictureErrors } from '../photos/operations.ts';
import {
  ConversationId,
  Credits,
  DateTime,
  IdempotencyKey,
  MemberId,
  MessageId,
  Ok,
  nullable,
  pageEnd,
} from '../platform/common.ts';
import { languages } from '../platform/languages.ts';
import { defineOperation } from '../platform/operation.ts';
import { quoteKinds } from './quote.ts';
import { giftAnswers, giftIds } from './gifts.ts';
import {
  draftAgeMaxMs,
  draftLengthMax,
  giftNoteLengthMax,
  icebreakersAtOnce,
  messageLengthMax,
  messagePreviewLength,
  messageSeqMax,
  searchTextMax,
} from './limits.ts';

/** A text that was not sent yet; empty once it was sent or cleared. */
export const Draft = Type.Object({
  text: Type.String(),
  at: Type.String({ ...DateTime, description: 'time when the text was written, ISO 8601 in UTC' }),
});

const messageKinds = ['text', 'photo', 'gift', 'goodbye'] as const;

const GiftAnswer = Type.Enum([...giftAnswers]);

export const GiftAnswers = Type.Object({
  own: nullable(GiftAnswer),
  other: nullable(GiftAnswer),
  other_answered: Type.Boolean({ description: 'whether the other has answered; `other` stays null until both have' }),
});

export const Quote = Type.Object({
  kind: Type.Enum([...quoteKinds]),
  text: nullable(Type.String({ description: 'quoted sentence or interest key; null for a photo, or once hidden' })),
  photo: nullable(Image),
});

/** A message as one of its two members sees it. `seq` counts 1..n without gaps within the conversation. */
export const Message = Type.Object({
  id: MessageId,
  conversation: ConversationId,
  seq: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...messageKinds, 'removed'], {
    description: '`removed`: staff removed the message from the conversation, and none of its content is shown',
  }),
  own: Type.Boolean(),
  text: nullable(Type.String({ description: 'null, like the photo, if a former member sent the message' })),
  language: Type.Optional(Type.Enum([...languages], { description: 'language of the text, where it is recognized' })),
  photo: nullable(Image),
  gift: nullable(Type.Enum([...giftIds])),
  answers: nullable(GiftAnswers),
  quote: nullable(Quote),
  credits: Type.Integer({ minimum: 0, description: 'credits charged to the sender; 0 for the recipient' }),
  idempotency_key: nullable(Type.String({ description: 'idempotency key of the sender; null for the recipient' })),
  at: DateTime,
});

export const ChatEntry = Type.Object({
  conversation: Type.Object({
    id: ConversationId,
    last_seq: Type.Integer(),
    last_at: DateTime,
    last_kind: Type.Enum([...messageKinds, 'removed']),
    last_own: Type.Boolean(),
    last_text: nullable(Type.String({ description: `first ${messagePreviewLength} characters of the text` })),
  }),
  profile: ProfileSummary,
  num_unread_messages: Type.Integer({ minimum: 0 }),
});

const ChatsEnd = pageEnd();

export const Chats = Type.Object({
  chats: Type.Array(ChatEntry),
  before: nullable(ChatsEnd),
  unread: Type.Array(Type.Object({ conversation: ConversationId, num_unread_messages: Type.Integer({ minimum: 1 }) }), {
    description: 'on the first page only: the other conversations with unread messages',
  }),
});

export const Chat = Type.Object({
  conversation: nullable(
    Type.Object({
      id: ConversationId,
      last_seq: Type.Integer(),
      read_seq: Type.Integer({ description: 'the last `seq` that the viewer had read before this call' }),
      other_read_seq: Type.Integer(),
      unread: Type.Integer({ description: 'how many messages are unread after this call' }),
    }),
  ),
  profile: ProfileSummary,
  messages: Type.Array(Message, { description: 'oldest first' }),
  has_older: Type.Boolean(),
  hidden_older: Type.Boolean({ description: 'whether there are older messages that only premium members see' }),
  removed: Type.Optional(
    Type.Array(Type.Integer(), {
      description: '`seq` of every message that staff removed, even outside `messages`; absent if there are none',
    }),
  ),
  hidden: Type.Boolean({ description: 'whether the member hides the other from their searches and suggestions' }),
  send_blocker: nullable(SendBlocker),
  free_answer: Type.Boolean({ description: 'whether the next text is the first reply to a gift, which is free' }),
  reply_credits: nullable(
    Type.Integer({
      description:
        'price in credits of the next text if it is the first reply to a member who wrote first; otherwise null',
    }),
  ),
  message_credits: Type.Integer(),
  photo_credits: Type.Integer(),
  message_length: Type.Integer(),
  credits: Credits,
  draft: nullable(Draft),
});

export const Gift = Type.Object({ id: Type.Enum([...giftIds]), credits: Type.Integer({ minimum: 0 }) });

const Target = { conversation: Type.Optional(ConversationId), profile: Type.Optional(MemberId) };

const Sent = Type.Object({ message: Message, credits: Credits });

const replyErrors = [
  'chat.not-found',
  'profile.not-found',
  'profile.blocked-you',
  'chat.you-blocked',
  'chat.unconfirmed',
  'chat.closed',
  'chat.paused',
  'profile.paused',
] as const;
const sendErrors = [...replyErrors, 'chat.credits', 'chat.premium', 'chat.self', 'request.key-reused'] as const;

/** A message that a search found. The snippet marks matches; for an unread message, it is the beginning. */
export const FoundMessage = Type.Object({
  conversation: ConversationId,
  seq: Type.Integer({ minimum: 1 }),
  own: Type.Boolean(),
  at: DateTime,
  profile: ProfileSummary,
  snippet: Type.Array(Type.Object({ text: Type.String(), match: Type.Boolean() })),
});

const FoundEnd = pageEnd('[0-9]{1,10}\\.');

export const chatOperations = {
  listChats: defineOperation({
    summary:
      'Lists the conversations of the member, latest first. Pass `before` from one page to get the next. Messages shown in full are recorded, so that they no longer count as unopened.',
    source: 'specification, sections 3 and 7',
    audience: 'member',
    effect: true,
    input: Type.Object({ before: Type.Optional(ChatsEnd) }),
    output: Chats,
    errors: [],
    limit: 'read',
  }),
  getChat: defineOperation({
    summary:
      'Returns a conversation, by its id or by the other member: the latest page of messages, or the page before or after a `seq`. Returning the latest page marks the conversation as read.',
    source: 'specification, sections 4 and 6',
    audience: 'member',
    effect: true,
    input: Type.Object({
      ...Target,
      before: Type.Optional(Type.Integer({ minimum: 1, maximum: messageSeqMax })),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: messageSeqMax })),
    }),
    output: Chat,
    errors: ['chat.not-found', 'profile.not-found', 'profile.blocked-you'],
    limit: 'read',
  }),
  sendMessage: defineOperation({
    summary: 'Sends a text or a photo. It is charged and stored in one transaction, at most once per idempotency key.',
    source: 'specification, sections 6 and 8',
    audience: 'member',
    overSocket: true,
    body: 'multipart',
    input: Type.Object({
      ...Target,
      text: Type.Optional(Type.String({ maxLength: messageLengthMax })),
      photo: Type.Optional(Upload),
      quote_kind: Type.Optional(Type.Enum([...quoteKinds])),
      quote: Type.Optional(
        Type.String({
          maxLength: aboutLengthMax,
          description:
            "part of the receiver's profile that the message refers to: a whole sentence, the key of an interest or the id of a photo",
        }),
      ),
      idempotency_key: IdempotencyKey,
    }),
    output: Sent,
    errors: [...sendErrors, 'chat.empty', 'chat.quote-gone', ...pictureErrors],
    limit: 'write',
  }),
  listIcebreakers: defineOperation({
    summary:
      'Returns opening lines for a profile, in the language of the reader and based on what the reader may see of it. Each call returns different lines; none repeats before all were shown.',
    source: 'specification, section 2: icebreaker modal',
    audience: 'member',
    effect: true,
    input: Type.Object({ profile: MemberId }),
    output: Type.Object({
      lines: Type.Array(Type.String(), { minItems: icebreakersAtOnce, maxItems: icebreakersAtOnce }),
    }),
    errors: ['profile.not-found', 'profile.blocked-you'],
    limit: 'profile',
  }),
  listGifts: defineOperation({
    summary: 'Lists the gifts with their prices in credits.',
    source: 'specification, section 2',
    audience: 'anyone',
    input: Type.Object({}),
    output: Type.Object({ gifts: Type.Array(Gift) }),
    errors: [],
    limit: 'read',
  }),
  sendGift: defineOperation({
    summary:
      'Sends a gift with an optional note. It is charged and stored in one transaction, at most once per idempotency key.',
    source: 'specification, section 2',
    audience: 'member',
    overSocket: true,
    input: Type.Object({
      ...Target,
      gift: Type.Enum([...giftIds]),
      note: Type.Optional(Type.String({ maxLength: giftNoteLengthMax })),
      idempotency_key: IdempotencyKey,
    }),
    output: Sent,
    errors: sendErrors,
    limit: 'write',
  }),
  answerGift: defineOperation({
    summary:
      "Answers the question of a gift, once and for free. Each member sees the other's answer once both have answered.",
    source: 'chat module: questions of gifts',
    audience: 'member',
    input: Type.Object({
      conversation: ConversationId,
      seq: Type.Integer({ minimum: 1, maximum: messageSeqMax }),
      answer: GiftAnswer,
    }),
    output: Type.Object({ answers: nullable(GiftAnswers) }),
    errors: [...replyErrors, 'chat.answered'],
    limit: 'write',
  }),
  sayGoodbye: defineOperation({
    summary:
      'Ends a conversation with one kind line, which is free. Nobody can write in it afterwards. Blocks nobody, and cannot be undone.',
    source: 'chat module: quiet goodbye',
    audience: 'member',
    input: Type.Object({ conversation: ConversationId }),
    output: Type.Object({ message: Message }),
    errors: replyErrors,
    limit: 'write',
  }),
  deleteChat: defineOperation({
    summary: 'Deletes a conversation for the member, with all its messages. The other member keeps theirs.',
    source: 'specification, sections 4 and 7',
    audience: 'member',
    input: Type.Object({ conversation: ConversationId }),
    output: Ok,
    errors: ['chat.not-found'],
    limit: 'write',
  }),
  blockMember: defineOperation({
    summary:
      'Blocks a member. The conversation and the likes between the two are deleted, and the blocked member can neither view nor contact the other.',
    source: 'specification, section 4',
    audience: 'member',
    input: Type.Object({ profile: MemberId }),
    output: Ok,
    errors: ['profile.not-found', 'like.self'],
    limit: 'write',
  }),
  unblockMember: defineOperation({
    summary: 'Unblocks a member.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({ profile: MemberId }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
  listBlocks: defineOperation({
    summary: 'Lists the members whom the caller has blocked.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ profiles: Type.Array(ProfileSummary) }),
    errors: [],
    limit: 'read',
  }),
  saveDraft: defineOperation({
    summary:
      "Stores the member's draft to another member, for all the member's devices. The latest edit wins: the response contains the draft that is stored now.",
    source: 'chat module: drafts',
    audience: 'member',
    input: Type.Object({
      profile: MemberId,
      text: Type.String({ maxLength: draftLengthMax }),
      age_ms: Type.Integer({
        minimum: 0,
        maximum: draftAgeMaxMs,
        description: 'milliseconds since the text was written; not a time, because device clocks differ',
      }),
    }),
    output: Type.Object({ draft: Draft }),
    errors: ['profile.not-found', 'profile.blocked-you'],
    limit: 'write',
  }),
  searchMessages: defineOperation({
    summary:
      "Searches the member's conversations for words or beginnings of words, in the member's language. Pass `before` from one page to get the next; an empty page may not be the last. Messages shown in full are recorded, so that they no longer count as unopened.",
    source: 'chat module: search in conversations',
    audience: 'member',
    effect: true,
    input: Type.Object({ text: Type.String({ maxLength: searchTextMax }), before: Type.Optional(FoundEnd) }),
    output: Type.Object({ results: Type.Array(FoundMessage), before: nullable(FoundEnd) }),
    errors: [],
    limit: 'lookup',
  }),
};

export type Message = Type.Static<typeof Message>;
export type ChatEntry = Type.Static<typeof ChatEntry>;
export type Chats = Type.Static<typeof Chats>;
export type Chat = Type.Static<typeof Chat>;
export type Gift = Type.Static<typeof Gift>;
export type Draft = Type.Static<typeof Draft>;
export type FoundMessage = Type.Static<typeof FoundMessage>;
