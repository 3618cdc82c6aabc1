import Type from 'typebox';

import { CountryCode, DateTime, nullable } from '../platform/common.ts';
import { browsers, systems } from './devices.ts';
import { consentPagesMax } from './limits.ts';
import { type PushKind, notificationKinds, pushKinds } from '../notifications/notification-rules.ts';
import { defineOperation } from '../platform/operation.ts';

/** The kinds of push, prefixed with `push_` because the plain names stand for mails. */
const pushSubjects = pushKinds.map((kind) => `push_${kind}` as const);

/** Everything that members consent to. `sensitive`: storing sexuality and interests. `begin_at_once`: purchases. */
const consentSubjects = [
  'terms',
  'sensitive',
  'begin_at_once',
  'visitor_photo',
  ...notificationKinds,
  'push',
  ...pushSubjects,
] as const;
export type ConsentSubject = (typeof consentSubjects)[number];

/** Returns undefined if the subject is not a push. */
export function findPushKind(subject: string): PushKind | undefined {
  return pushKinds.find((kind) => subject === `push_${kind}`);
}

/** How a consent changed: on a page, by a link or button in a mail, or by marking a mail as spam. */
const consentWays = ['page', 'link', 'spam'] as const;
export type ConsentWay = (typeof consentWays)[number];

const Consent = Type.Object({
  subject: Type.Enum([...consentSubjects]),
  given: Type.Boolean({ description: 'false if the consent was withdrawn, or the option turned off' }),
  version: nullable(Type.String({ description: 'date of the text, if there is one' })),
  way: Type.Enum([...consentWays]),
  browser: nullable(Type.Enum([...browsers])),
  system: nullable(Type.Enum([...systems])),
  country: nullable(CountryCode),
  at: DateTime,
});
export type Consent = Type.Static<typeof Consent>;

export const consentsOperations = {
  listConsents: defineOperation({
    summary: 'Lists the consents that the member gave and withdrew, latest first, a hundred per page.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: consentPagesMax, description: 'page number, from 1' })),
    }),
    output: Type.Object({ consents: Type.Array(Consent), more: Type.Boolean({ description: 'whether more follow' }) }),
    errors: [],
    limit: 'read',
  }),
};
