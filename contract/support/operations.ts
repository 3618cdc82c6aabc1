import Type from 'typebox';

import { DateTime, Id, IdempotencyKey, nullable } from '../platform/common.ts';
import type { ErrorCode } from '../platform/errors.ts';
import {
  complaintFilesMax,
  complaintFilesMaxMegabytes,
  complaintTextLengthMax,
  complaintUrlLengthMax,
} from './limits.ts';
import { defineOperation } from '../platform/operation.ts';
import { photoRefusals, photoTypes } from '../photos/photo-rules.ts';
import { isBlank } from '../platform/text.ts';
import { Upload } from '../platform/upload.ts';

/**
 * Subjects of the complaint form. `illegal` and `child-abuse` are notices of illegal content (regulation 2022/2065,
 * article 16), `rules` reports content against our terms, `decision` contests a decision of ours (article 20).
 */
export const complaintKinds = ['illegal', 'child-abuse', 'rules', 'decision', 'payment', 'privacy', 'other'] as const;
export type ComplaintKind = (typeof complaintKinds)[number];

/** True if a complaint needs no name and no address (regulation 2022/2065, article 16(2)(c)). */
export function mayBeAnonymous(kind: string): boolean {
  return kind === 'child-abuse';
}

/** Media types of files with a complaint. The type is detected from the content. */
export const complaintFileTypes = [...photoTypes, 'application/pdf'] as const;

/** Returns an error if the files with a complaint are too many or too large. */
export function filesFault(files: readonly { size: number }[]): ErrorCode | undefined {
  if (files.length > complaintFilesMax) return 'file.too-many';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > complaintFilesMaxMegabytes * 1024 * 1024 ? 'file.too-large' : undefined;
}

/** Values for the sentences about files. */
export const filesLimits = { max: complaintFilesMax, megabytes: complaintFilesMaxMegabytes };

interface Said {
  kind: string;
  text: string;
  name: string;
  email: string;
  good_faith: boolean;
}

/** Returns the errors of missing fields in a complaint, by field. */
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

/**
 * Outcomes of a complaint. `acted`: content was removed, or an account restricted. `no-breach`: the content breaks
 * neither law nor terms. `changed` and `unchanged`: our decision was revised or upheld. `solved`: settled otherwise.
 */
export const complaintOutcomes = ['acted', 'no-breach', 'changed', 'unchanged', 'solved'] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

/** Returns the key of an outcome's sentence, `support.outcome.<…>`. Measures that were lifted have their own. */
export function outcomeSaid(outcome: ComplaintOutcome, takenBack: boolean): ComplaintOutcome | 'taken-back' {
  return outcome === 'acted' && takenBack ? 'taken-back' : outcome;
}

/** Measures against a member: closing the account, or removing a photo, the profile text, or a message. */
export const measureKinds = ['ban', 'photo', 'text', 'message'] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** Grounds of a measure: the rules of the terms, in their order, or the law. */
export const measureGrounds = ['respect', 'own', 'selling', 'harm', 'robots', 'adult', 'law'] as const;

/** Further grounds for removing a photo: our photo rules, under the reason that its owner reads. */
export const photoGrounds = photoRefusals
  .filter((refusal) => refusal !== 'rules')
  .map((refusal) => `photo-${refusal}` as const);

export type MeasureGround = (typeof measureGrounds)[number] | (typeof photoGrounds)[number];

/** Returns the key of the sentence about the consequences of a measure that has ended or was lifted. */
export function getAftermathKey({ kind, banned_otherwise: banned }: { kind: MeasureKind; banned_otherwise: boolean }) {
  return kind === 'ban' && banned ? 'support.lifted.ban.other' : (`support.lifted.${kind}` as const);
}

/** Returns the key of the sentence that says when the removed content was added. */
export function putSaid({ kind }: { kind: MeasureKind }): 'support.put.message' | 'support.put.photo' {
  return kind === 'message' ? 'support.put.message' : 'support.put.photo';
}

const Number = Type.String({ description: 'reference number, such as 7K2QX-9MD4T' });
const Token = Type.String({ description: 'token that, together with the number, gives access to the state' });

/** A complaint as shown to the person who made it. */
export const Complaint = Type.Object({
  number: Number,
  kind: Type.Enum([...complaintKinds, 'report']),
  text: Type.String(),
  files: Type.Integer({ description: 'number of attached files' }),
  received_at: DateTime,
  answers: Type.Array(Type.Object({ text: Type.String(), at: DateTime })),
  outcome: nullable(Type.Enum([...complaintOutcomes])),
  closed_at: nullable(DateTime),
  taken_back: Type.Boolean({
    description: 'whether the measures taken were lifted since, if `outcome` is `acted`',
  }),
});

/** The statement of reasons for a measure (regulation 2022/2065, article 17). */
export const Measure = Type.Object({
  number: Number,
  kind: Type.Enum([...measureKinds]),
  ground: Type.Enum([...measureGrounds, ...photoGrounds]),
  law: Type.String({ description: 'legal provision, if the ground is `law`; otherwise empty' }),
  facts: Type.String({ description: 'facts of the case; empty if a photo rule says everything' }),
  about_at: Type.Union([DateTime, Type.Null()], { description: 'time when the photo was added or the message sent' }),
  source: Type.Enum(['report', 'own'], { description: 'whether somebody reported it or staff found it' }),
  decided_at: DateTime,
  ends_at: Type.Union([DateTime, Type.Null()], { description: 'end of a temporary ban' }),
  ended_at: nullable(DateTime),
  lifted_at: nullable(DateTime),
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
        Type.String({ maxLength: 40, description: 'number of the complaint or measure whose decision is contested' }),
      ),
      files: Type.Optional(
        Type.Array(Upload, {
          description: `pictures and PDF files, accepted from the complaint form only: at most ${complaintFilesMax}, ${complaintFilesMaxMegabytes} MB in total`,
        }),
      ),
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({
      number: Number,
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
  getMeasure: defineOperation({
    summary:
      'Returns a measure that staff took against a member or their content, the reasons, and whether it was lifted.',
    source: 'support module: statement of reasons',
    audience: 'anyone',
    input: Type.Object({ number: Type.String({ maxLength: 40 }), token: Type.String({ maxLength: 100 }) }),
    output: Measure,
    errors: ['complaint.not-found'],
    limit: 'token',
  }),
  sendReport: defineOperation({
    summary:
      'Reports a member (`profile`), a photo (`photo`, optionally with the `profile` of its member) or a message (`message`, optionally with its `conversation`). Keeps a copy as the reporter sees it and, on request, blocks the member, in one transaction. The member is not told.',
    source: 'support module: reports',
    audience: 'member',
    input: Type.Object({
      profile: Type.Optional(Id),
      photo: Type.Optional(Id),
      conversation: Type.Optional(Id),
      message: Type.Optional(Id),
      reason: Type.Enum([...reportReasons]),
      text: Type.Optional(Type.String({ maxLength: complaintTextLengthMax })),
      block: Type.Boolean(),
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({
      number: Number,
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
export type Measure = Type.Static<typeof Measure>;
