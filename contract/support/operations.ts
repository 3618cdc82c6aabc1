import Type from 'typebox';

import { photoRefusals, photoTypes } from '../photos/photo-rules.ts';
import {
  ConversationId,
  DateTime,
  IdempotencyKey,
  MemberId,
  MessageId,
  PhotoId,
  nullable,
} from '../platform/common.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { defineOperation } from '../platform/operation.ts';
import { isBlank } from '../platform/text.ts';
import { Upload } from '../platform/upload.ts';
import {
  complaintFilesMax,
  complaintFilesMaxMegabytes,
  complaintTextLengthMax,
  complaintUrlLengthMax,
} from './limits.ts';

/**
 * Subjects of the complaint form. `illegal` and `child-abuse` are notices of illegal content (regulation 2022/2065,
 * article 16), `rules` reports content against our terms, `decision` contests a decision of ours (article 20).
 */
export const complaintKinds = ['illegal', 'child-abuse', 'rules', 'decision', 'payment', 'privacy', 'other'] as const;

/** True if a complaint needs no name and no address (regulation 2022/2065, article 16(2)(c)). */
function mayBeAnonymous(kind: string): boolean {
  return kind === 'child-abuse';
}

/** Media types of files with a complaint. The type is detected from the content. */
export const complaintFileTypes = [...photoTypes, 'application/pdf'] as const;

export function filesFault(files: readonly { size: number }[]): ErrorCode | undefined {
  if (files.length > complaintFilesMax) return 'file.too-many';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > complaintFilesMaxMegabytes * 1024 * 1024 ? 'file.too-large' : undefined;
}

export const filesLimits = { max: complaintFilesMax, megabytes: complaintFilesMaxMegabytes };

interface Said {
  kind: string;
  text: string;
  name: string;
  email: string;
  good_faith: boolean;
}

export function missingIn({ kind, text, name, email, good_faith: goodFaith }: Said): Record<string, ErrorCode> {
  const isNeeded = !mayBeAnonymous(kind);
  const missing: Record<string, ErrorCode | false> = {
    kind: kind === '' && 'field.missing',
    text: isBlank(text) && 'field.missing',
    name: isNeeded && isBlank(name) && 'field.missing',
    email: isNeeded && isBlank(email) && 'field.missing',
    good_faith: !goodFaith && 'good-faith.missing',
  };
  return Object.fromEntries(
    Object.entries(missing).filter((entry): entry is [string, ErrorCode] => entry[1] !== false),
  );
}

export const reportReasons = ['harassment', 'sexual', 'scam', 'fake', 'underage', 'hate', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** `no-breach`: neither law nor terms are broken. `changed`, `unchanged`: our decision was revised or upheld. */
export const complaintOutcomes = ['acted', 'no-breach', 'changed', 'unchanged', 'solved'] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

/**
 * Returns the key of an outcome's sentence, `support.outcome.<…>`. Moderation actions that were reverted have their
 * own.
 */
export function getOutcomeKey(outcome: ComplaintOutcome, isReverted: boolean): ComplaintOutcome | 'reverted' {
  return outcome === 'acted' && isReverted ? 'reverted' : outcome;
}

/** Moderation actions against a member: closing the account, or removing a photo, the profile text, or a message. */
export const moderationActionKinds = ['ban', 'photo', 'text', 'message'] as const;
export type ModerationActionKind = (typeof moderationActionKinds)[number];

/** Reasons for a moderation action: the rules of the terms, in their order, or the law. */
export const moderationReasons = ['respect', 'own', 'selling', 'harm', 'robots', 'adult', 'law'] as const;

/** Further reasons for removing a photo: our photo rules, under the reason that its owner reads. */
export const photoReasons = photoRefusals
  .filter((refusal) => refusal !== 'rules')
  .map((refusal) => `photo-${refusal}` as const);

export type ModerationReason = (typeof moderationReasons)[number] | (typeof photoReasons)[number];

export function getAftermathKey({
  kind,
  banned_otherwise: banned,
}: {
  kind: ModerationActionKind;
  banned_otherwise: boolean;
}) {
  return kind === 'ban' && banned ? 'support.reverted.ban.other' : (`support.reverted.${kind}` as const);
}

export function getRemovedContentKey({
  kind,
}: {
  kind: ModerationActionKind;
}): 'support.put.message' | 'support.put.photo' {
  return kind === 'message' ? 'support.put.message' : 'support.put.photo';
}

const ReferenceNumber = Type.String({ description: 'reference number, such as 7K2QX-9MD4T' });
const Token = Type.String({ description: 'token that, together with the number, gives access to the state' });

export const Complaint = Type.Object({
  number: ReferenceNumber,
  kind: Type.Enum([...complaintKinds, 'report']),
  text: Type.String(),
  files: Type.Integer({ description: 'number of attached files' }),
  received_at: DateTime,
  answers: Type.Array(Type.Object({ text: Type.String(), at: DateTime })),
  outcome: nullable(Type.Enum([...complaintOutcomes])),
  closed_at: nullable(DateTime),
  reverted: Type.Boolean({
    description: 'whether the actions taken have since been reverted, if `outcome` is `acted`',
  }),
});

/** The statement of reasons for a moderation action (regulation 2022/2065, article 17). */
export const ModerationAction = Type.Object({
  number: ReferenceNumber,
  kind: Type.Enum([...moderationActionKinds]),
  reason: Type.Enum([...moderationReasons, ...photoReasons]),
  law: Type.String({ description: 'legal provision, if the reason is `law`; otherwise empty' }),
  facts: Type.String({ description: 'facts of the case; empty if a photo rule says everything' }),
  about_at: Type.Union([DateTime, Type.Null()], { description: 'time when the photo was added or the message sent' }),
  source: Type.Enum(['report', 'own'], { description: 'whether somebody reported it or staff found it' }),
  decided_at: DateTime,
  ends_at: Type.Union([DateTime, Type.Null()], { description: 'end of a temporary ban' }),
  ended_at: nullable(DateTime),
  reverted_at: nullable(DateTime),
  banned_otherwise: Type.Boolean({ description: 'whether another ban is in force' }),
});

export const supportOperations = {
  sendComplaint: defineOperation({
    summary: 'Accepts a complaint, with or without a login, gives it a number and acknowledges it by email.',
    source: 'support module: complaints',
    audience: 'anyone',
    input: Type.Object({
      kind: Type.Enum([...complaintKinds]),
      text: Type.String({ maxLength: complaintTextLengthMax }),
      url: Type.Optional(
        Type.String({
          maxLength: complaintUrlLengthMax,
          description: 'addresses of the profiles or messages concerned',
        }),
      ),
      name: Type.Optional(Type.String({ maxLength: 100, description: 'optional for `child-abuse` only' })),
      email: Type.Optional(Type.String({ maxLength: 254, description: 'optional for `child-abuse` only' })),
      good_faith: Type.Boolean({
        description: "statement that the complaint is true and complete to the best of the sender's knowledge",
      }),
      contests: Type.Optional(
        Type.String({ maxLength: 40, description: 'number of the complaint or action whose decision is contested' }),
      ),
      files: Type.Optional(
        Type.Array(Upload, {
          description: `pictures and PDF files, accepted from the complaint form only: at most ${complaintFilesMax}, ${complaintFilesMaxMegabytes} MB in total`,
        }),
      ),
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({
      number: ReferenceNumber,
      token: Token,
      received_at: DateTime,
      receipt: Type.Boolean({ description: 'whether a receipt is emailed' }),
    }),
    errors: [
      'email.invalid',
      'good-faith.missing',
      'file.type',
      'file.too-large',
      'file.too-many',
      'file.full',
      'file.unreadable',
      'file.pixels',
      'request.key-reused',
    ],
    limit: 'mail',
  }),
  getComplaint: defineOperation({
    summary: 'Returns the state of a complaint or a report, and the answers to it.',
    source: 'support module: complaints',
    audience: 'anyone',
    input: Type.Object({ number: Type.String({ maxLength: 40 }), token: Type.String({ maxLength: 100 }) }),
    output: Complaint,
    errors: ['complaint.not-found'],
    limit: 'token',
  }),
  getModerationAction: defineOperation({
    summary:
      'Returns an action that staff took against a member or their content, the reasons, and whether it was reverted.',
    source: 'support module: statement of reasons',
    audience: 'anyone',
    input: Type.Object({ number: Type.String({ maxLength: 40 }), token: Type.String({ maxLength: 100 }) }),
    output: ModerationAction,
    errors: ['complaint.not-found'],
    limit: 'token',
  }),
  sendReport: defineOperation({
    summary:
      'Reports a member (`profile`), a photo (`photo`, optionally with the `profile` of its member) or a message (`message`, optionally with its `conversation`). Keeps a copy as the reporter sees it and, on request, blocks the member, in one transaction. The member is not told.',
    source: 'support module: reports',
    audience: 'member',
    input: Type.Object({
      profile: Type.Optional(MemberId),
      photo: Type.Optional(PhotoId),
      conversation: Type.Optional(ConversationId),
      message: Type.Optional(MessageId),
      reason: Type.Enum([...reportReasons]),
      text: Type.Optional(Type.String({ maxLength: complaintTextLengthMax })),
      block: Type.Boolean(),
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({
      number: ReferenceNumber,
      token: Token,
      blocked: Type.Boolean(),
      mailed: Type.Boolean({ description: 'whether updates are emailed, which requires a confirmed address' }),
    }),
    errors: [
      'profile.not-found',
      'profile.blocked-you',
      'photo.not-found',
      'chat.not-found',
      'like.self',
      'request.key-reused',
    ],
    limit: 'report',
  }),
};

export type Complaint = Type.Static<typeof Complaint>;
export type ModerationAction = Type.Static<typeof ModerationAction>;
