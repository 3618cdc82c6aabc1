import Type from 'typebox';

import { Credits, DateTime, Id, IdempotencyKey, Ok, nullable, pageEnd } from '../platform/common.ts';
import { Draft } from './drafts.ts';
import { footholdKinds } from './foothold.ts';
import { giftAnswers, giftIds } from './gifts.ts';
import {
  giftNoteLengthMax,
  icebreakersAtOnce,
  messageLengthMax,
  messagePreviewLength,
  messageSeqMax,
} from './limits.ts';
import { aboutLengthMax } from '../members/limits.ts';
import { Image, ProfileSummary } from '../members/operations.ts';
import { defineOperation } from '../platform/operation.ts';
import { Upload, pictureErrors } from '../photos/operations.ts';
import { SendBlocker } from '../members/send-blocker.ts';

export const messageKinds = ['text', 'photo', 'gift', 'goodbye'] as const;

const GiftAnswer = Type.Enum([...giftAnswers]);

/** Both members' answers to a gift's question, as visible to one of them. */
export const GiftAnswers = Type.Object({
  own: nullable(GiftAnswer),
  other: nullable(GiftAnswer),
  other_answered: Type.Boolean({ description: 'whether the other has answered; `other` stays null until both have' }),
});

export const Foothold = Type.Object({
  kind: Type.Enum([...footholdKinds]),
  text: nullable(Type.String({ description: 'quoted sentence or interest key; null for a photo, or once hidden' })),
  photo: nullable(Image),
});

/** A message as one of its two members sees it. `seq` counts 1..n without gaps within the conversation. */
export const Message = Type.Object({
  id: Id,
  conversation: Id,
  seq: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...messageKinds, 'removed'], {
    description: '`removed`: staff removed the message from the conversation, and none of its content is shown',
  }),
  own: Type.Boolean(),
  text: nullable(Type.String({ description: 'null, like the photo, if a former member sent the message' })),
  photo: nullable(Image),
  gift: nullable(Type.Enum([...giftIds])),
  answers: nullable(GiftAnswers),
  foothold: nullable(Foothold),
  credits: Type.Integer({ minimum: 0, description: 'credits charged to the sender; 0 for the recipient' }),
  idempotency_key: nullable(Type.String({ description: 'idempotency key of the sender; null for the recipient' })),
  at: DateTime,
});

export const ChatEntry = Type.Object({
  conversation: Type.Object({
    id: Id,
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
  unread: Type.Array(Type.Object({ conversation: Id, num_unread_messages: Type.Integer({ minimum: 1 }) }), {
    description: 'on the first page only: the other conversations with unread messages',
  }),
});

export const Chat = Type.Object({
  conversation: nullable(
    Type.Object({ id: Id, last_seq: Type.Integer(), other_read_seq: Type.Integer(), unread: Type.Integer() }),
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
  bar: nullable(SendBlocker),
  free_answer: Type.Boolean({ description: 'whether the next text is the first answer to a gift, which is free' }),
  reply_credits: nullable(
    Type.Integer({
      description:
        'price in credits of the next text if it is the first answer to a member who wrote first; otherwise null',
    }),
  ),
  message_credits: Type.Integer(),
  photo_credits: Type.Integer(),
  message_length: Type.Integer(),
  credits: Credits,
  draft: nullable(Draft),
});

export const Gift = Type.Object({ id: Type.Enum([...giftIds]), credits: Type.Integer({ minimum: 0 }) });

const Target = {
  conversation: Type.Optional(Id),
  profile: Type.Optional(Id),
};

const Sent = Type.Object({ message: Message, credits: Credits });

const sendErrors = [
  'chat.not-found',
  'profile.not-found',
  'chat.credits',
  'chat.premium',
  'chat.unconfirmed',
  'chat.you-blocked',
  'profile.blocked-you',
  'chat.closed',
  'chat.self',
  'request.key-reused',
] as const;

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
    body: 'multipart',
    input: Type.Object({
      ...Target,
      text: Type.Optional(Type.String({ maxLength: messageLengthMax })),
      photo: Type.Optional(Upload),
      foothold_kind: Type.Optional(Type.Enum([...footholdKinds])),
      foothold: Type.Optional(
        Type.String({
          maxLength: aboutLengthMax,
          description:
            "part of the receiver's profile that the message refers to: a whole sentence, the key of an interest or the id of a photo",
        }),
      ),
      idempotency_key: IdempotencyKey,
    }),
    output: Sent,
    errors: [...sendErrors, 'chat.empty', 'chat.foothold-gone', ...pictureErrors],
    limit: 'write',
  }),
  listIcebreakers: defineOperation({
    summary:
      'Returns opening lines for a profile, in the language of the reader and based on what the reader may see of it. Each call returns different lines; none repeats before all were shown.',
    source: 'specification, section 2: icebreaker modal',
    audience: 'member',
    effect: true,
    input: Type.Object({ profile: Id }),
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
      conversation: Id,
      seq: Type.Integer({ minimum: 1, maximum: messageSeqMax }),
      answer: GiftAnswer,
    }),
    output: Type.Object({ answers: nullable(GiftAnswers) }),
    errors: [
      'chat.not-found',
      'chat.answered',
      'profile.not-found',
      'profile.blocked-you',
      'chat.you-blocked',
      'chat.unconfirmed',
      'chat.closed',
    ],
    limit: 'write',
  }),
  sayGoodbye: defineOperation({
    summary:
      'Ends a conversation with one kind line, which is free. Nobody can write in it afterwards. Blocks nobody, and cannot be undone.',
    source: 'chat module: quiet goodbye',
    audience: 'member',
    input: Type.Object({ conversation: Id }),
    output: Type.Object({ message: Message }),
    errors: [
      'chat.not-found',
      'profile.not-found',
      'profile.blocked-you',
      'chat.you-blocked',
      'chat.unconfirmed',
      'chat.closed',
    ],
    limit: 'write',
  }),
  deleteChat: defineOperation({
    summary: 'Deletes a conversation for the member, with all its messages. The other member keeps theirs.',
    source: 'specification, sections 4 and 7',
    audience: 'member',
    input: Type.Object({ conversation: Id }),
    output: Ok,
    errors: ['chat.not-found'],
    limit: 'write',
  }),
  blockMember: defineOperation({
    summary:
      'Blocks a member. The conversation and the likes between the two are deleted, and the blocked member can neither view nor contact the other.',
    source: 'specification, section 4',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Ok,
    errors: ['profile.not-found', 'like.self'],
    limit: 'write',
  }),
  unblockMember: defineOperation({
    summary: 'Unblocks a member.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({ profile: Id }),
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
};

export type Message = Type.Static<typeof Message>;
export type ChatEntry = Type.Static<typeof ChatEntry>;
export type Chats = Type.Static<typeof Chats>;
export type Chat = Type.Static<typeof Chat>;
export type Gift = Type.Static<typeof Gift>;
