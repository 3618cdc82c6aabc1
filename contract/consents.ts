import Type from 'typebox';

import { CountryCode, DateTime, nullable } from './common.ts';
import { browsers, systems } from './devices.ts';
import { notificationKinds } from './notification-rules.ts';
import { defineOperation } from './operation.ts';

/**
 * What members agree to and take back: the terms, that sexuality and interests are stored, that a purchase begins at
 * once, and each kind of notice.
 */
export const consentSubjects = ['terms', 'sensitive', 'begin_at_once', ...notificationKinds] as const;
export type ConsentSubject = (typeof consentSubjects)[number];

/** By a page of ours; by the link or button of an e-mail; by marking an e-mail as spam. */
export const consentWays = ['page', 'link', 'spam'] as const;
export type ConsentWay = (typeof consentWays)[number];

const Consent = Type.Object({
  subject: Type.Enum([...consentSubjects]),
  given: Type.Boolean({ description: 'False: taken back, or turned off.' }),
  version: nullable(Type.String({ description: 'The date of the text, where there is one.' })),
  way: Type.Enum([...consentWays]),
  browser: nullable(Type.Enum([...browsers])),
  system: nullable(Type.Enum([...systems])),
  country: nullable(CountryCode),
  at: DateTime,
});
export type Consent = Type.Static<typeof Consent>;

export const consentsOperations = {
  listConsents: defineOperation({
    summary: 'Lists what the member agreed to and took back, the latest first: no more than the latest hundred.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ consents: Type.Array(Consent) }),
    errors: [],
    limit: 'read',
  }),
};
