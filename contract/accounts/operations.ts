import Type from 'typebox';

import { attributes } from '../members/attributes.ts';
import { CreditLot } from '../credits/operations.ts';
import {
  CountryCode,
  Credits,
  DateTime,
  IdempotencyKey,
  LanguageCode,
  MemberId,
  Ok,
  nullable,
} from '../platform/common.ts';
import { accountAlerts } from './dismissed.ts';
import { nameSuggestionsMax, passwordLengthMax, signupMessageLengthMax } from './limits.ts';
import { nameErrors } from './username.ts';
import { aboutLengthMax } from '../members/limits.ts';
import { KeptSearch, OwnProfile } from '../members/operations.ts';
import { deletionReasons } from './deletion-reasons.ts';
import { notificationKinds, stopReasons } from '../notifications/notification-rules.ts';
import { defineOperation } from '../platform/operation.ts';
import { trackingLengthMax } from '../sources/read-tracking.ts';

const NotificationKind = Type.Enum([...notificationKinds]);

/** The logged-in user (specification, section 3). */
export const User = Type.Object({
  id: MemberId,
  name: Type.String(),
  email: Type.String({ description: 'shown only to the user' }),
  email_asked: nullable(Type.String({ description: 'requested new address that is not confirmed yet' })),
  email_asked_refused: Type.Boolean({ description: 'whether the email to `email_asked` bounced' }),
  status: Type.Enum(['not_confirmed', 'active', 'pending_deletion']),
  credits: Credits,
  credit_lots: Type.Array(CreditLot, {
    description: 'remaining credits, in the order in which they are spent',
  }),
  paid_user: Type.Boolean(),
  signup_date: DateTime,
  fictional_icon: Type.Boolean({ description: 'whether the member sees the label of fictional profiles' }),
  language: LanguageCode,
  notifications_disabled: Type.Array(NotificationKind, { description: 'kinds of email that are off' }),
  notifications_stopped: Type.Array(Type.Object({ kind: NotificationKind, reason: Type.Enum([...stopReasons]) }), {
    description: 'kinds that are off but were not turned off on the notices page, each with the reason',
  }),
  address_failed: Type.Boolean({ description: 'whether emails to the address bounce' }),
  discreet_mail: Type.Boolean({
    description: 'whether sender, subject and preview of emails hide what they are about and who sent them',
  }),
  terms_coming: nullable(
    Type.String({
      description:
        'start of the terms whose announcement or question is to be shown, ISO 8601; null if there are none or it was dismissed',
    }),
  ),
  terms_own: Type.String({ description: 'start of the terms that bind the member' }),
  terms_agreed: Type.String({ description: 'start of the latest terms that the member agreed to' }),
  terms_asked: nullable(
    Type.String({ description: 'start of the terms that bind the member once they agree; null if there are none' }),
  ),
  terms_declined: Type.Boolean({ description: 'whether the member has said no to the terms of `terms_asked`' }),
  alerts_dismissed: Type.Array(Type.Enum([...accountAlerts]), {
    description: 'account alerts that were closed for good',
  }),
  unread_messages: Type.Integer({ minimum: 0 }),
  new_likes: Type.Integer({ minimum: 0 }),
  search: nullable(KeptSearch),
  profile: OwnProfile,
});

const SignUpAnswer = Type.Object({
  user: Type.Union([User, Type.Null()], {
    description:
      'null on a discreet site, whether or not the address has an account; an email explains how to continue',
  }),
});
const UserAnswer = Type.Object({ user: User });
// The handler checks length and content, so that the field's error names the reason.
export const Password = Type.String({ maxLength: 4 * passwordLengthMax });
export const OwnPassword = Type.Optional(
  Type.String({
    maxLength: 4 * passwordLengthMax,
    description: 'optional for a few minutes after a login by passkey',
  }),
);
export const Token = Type.String({ minLength: 1, maxLength: 200 });
const TrackingText = Type.String({ maxLength: trackingLengthMax });

const Tracking = Type.Object({
  network: Type.Optional(TrackingText),
  ref: Type.Optional(TrackingText),
  sub1: Type.Optional(TrackingText),
  sub2: Type.Optional(TrackingText),
  sub3: Type.Optional(TrackingText),
});

export const accountsOperations = {
  signUp: defineOperation({
    summary: 'Creates an account, logs in to it and sends the activation email.',
    source: 'specification, sections 5 and 8',
    audience: 'anyone',
    input: Type.Object({
      email: Type.String({ maxLength: 254 }),
      password: Password,
      name: Type.String({ maxLength: 100 }),
      date_of_birth: Type.String({ maxLength: 40, description: 'YYYY-MM-DD' }),
      gender: Type.Enum([...attributes.gender]),
      sexuality: Type.Optional(Type.Enum([...attributes.sexuality])),
      country: CountryCode,
      countryregion: Type.Optional(Type.String({ maxLength: 10 })),
      town: Type.Optional(Type.String({ maxLength: 60 })),
      signup_message: Type.Optional(
        Type.String({ maxLength: signupMessageLengthMax, description: 'not available on a discreet site' }),
      ),
      signup_message_to: Type.Optional(MemberId),
      about: Type.Optional(
        Type.String({
          maxLength: aboutLengthMax,
          description: 'initial text of the profile, as written on a landing page',
        }),
      ),
      tracking: Type.Optional(Tracking),
      idempotency_key: Type.Optional(IdempotencyKey),
      accept_terms: Type.Boolean(),
      consent_sensitive: Type.Boolean({ description: 'consent to store sexuality and interests' }),
      consent_offers: Type.Optional(
        Type.Boolean({ description: 'consent to emails about discounts and news; false by default' }),
      ),
    }),
    output: SignUpAnswer,
    errors: [
      'email.invalid',
      'email.taken',
      'account.pending-deletion',
      'name.same-as-email',
      'name.starts-with-at',
      'name.taken',
      'name.not-allowed',
      'birth-date.missing',
      'birth-date.invalid',
      'password.too-short',
      'password.too-long',
      'password.too-common',
      'town.not-found',
      'terms.not-accepted',
      'signup.invite-only',
      'signup.message',
      'request.key-reused',
    ],
    limit: 'signup',
  }),
  checkSignUp: defineOperation({
    summary: 'Checks the password of a sign-up and, if given, its name, before the form is submitted. Stores nothing.',
    source: 'specification, section 5',
    audience: 'anyone',
    input: Type.Object({
      password: Password,
      email: Type.String({ maxLength: 254 }),
      name: Type.Optional(Type.String({ maxLength: 100 })),
      idempotency_key: Type.Optional(IdempotencyKey),
    }),
    output: Ok,
    errors: [
      'name.same-as-email',
      'name.starts-with-at',
      'name.taken',
      'name.not-allowed',
      'password.too-short',
      'password.too-long',
      'password.too-common',
    ],
    limit: 'lookup',
  }),
  checkName: defineOperation({
    summary: `Tells whether a name can be taken and, if another member has it, suggests up to ${nameSuggestionsMax} similar free ones. Names are public. Stores nothing.`,
    source: 'specification, section 5',
    audience: 'anyone',
    input: Type.Object({
      name: Type.String({ maxLength: 100 }),
      town: Type.Optional(Type.String({ maxLength: 60, description: 'name of a town, for one of the suggestions' })),
    }),
    output: Type.Object({
      error: nullable(Type.Enum([...nameErrors, 'name.taken'])),
      suggestions: Type.Array(Type.String(), { maxItems: nameSuggestionsMax }),
    }),
    errors: [],
    limit: 'lookup',
  }),
  activateAccount: defineOperation({
    summary:
      'Confirms the email address with the token from the activation email. Using the token again succeeds until it expires.',
    source: 'specification, sections 4 and 8',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Ok,
    errors: ['activation.failed', 'activation.broken'],
    limit: 'token',
  }),
  sendActivationMail: defineOperation({
    summary:
      'Sends the activation email again, to the requested new address if there is one. Older links stop working.',
    source: 'specification, section 4',
    audience: 'member',
    input: Type.Object({}),
    output: Ok,
    errors: ['activation.too-many'],
    limit: 'mail',
  }),
  getUser: defineOperation({
    summary: 'Returns the logged-in user.',
    source: 'specification, section 7',
    audience: 'member',
    input: Type.Object({}),
    output: UserAnswer,
    errors: [],
    limit: 'read',
  }),
  logIn: defineOperation({
    summary: 'Logs in with an email address or username and a password.',
    source: 'specification, sections 7 and 8',
    audience: 'anyone',
    input: Type.Object({ login: Type.String({ maxLength: 254 }), password: Password }),
    output: UserAnswer,
    errors: ['login.failed', 'login.blocked', 'login.slowed', 'account.banned', 'account.pending-deletion'],
    limit: 'login',
  }),
  updateUser: defineOperation({
    summary:
      'Updates settings of the logged-in user: the language, the initial search filters, the kinds of email that are off, whether emails are discreet, or that a failed address works again.',
    source: 'specification, section 7',
    audience: 'member',
    input: Type.Object({
      language: Type.Optional(LanguageCode),
      search: Type.Optional(KeptSearch),
      discreet_mail: Type.Optional(Type.Boolean()),
      notifications_disabled: Type.Optional(
        Type.Array(NotificationKind, {
          uniqueItems: true,
          description: 'all kinds to turn off; every other kind is turned on, even if it was stopped',
        }),
      ),
      address_failed: Type.Optional(
        Type.Literal(false, {
          description: 'statement by the member that the address works; emails that stopped when it failed resume',
        }),
      ),
      notifications_changed: Type.Optional(
        Type.Array(NotificationKind, {
          uniqueItems: true,
          description: 'kinds that `notifications_disabled` applies to; by default, all',
        }),
      ),
    }),
    output: UserAnswer,
    errors: [],
    limit: 'write',
  }),
  dismissAlerts: defineOperation({
    summary: 'Closes account alerts for good on all devices of the member, or lets them appear again.',
    source: 'specification, section 4',
    audience: 'member',
    input: Type.Object({
      alerts: Type.Array(Type.Enum([...accountAlerts]), { minItems: 1, uniqueItems: true }),
      dismissed: Type.Boolean(),
    }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
  logOut: defineOperation({
    summary: 'Ends the session. Only accepted as a same-origin request with the header `x-client-type`.',
    source: 'specification, section 7',
    audience: 'anyone',
    effect: true,
    ownClient: true,
    input: Type.Object({}),
    output: Ok,
    errors: ['request.foreign-origin'],
    limit: 'write',
  }),
  deleteAccount: defineOperation({
    summary:
      'Deletes the account: hides it at once, ends all its sessions, and emails a link that restores it within 14 days. After that, it is erased.',
    source: 'specification, sections 2 and 4',
    audience: 'member',
    input: Type.Object({ password: OwnPassword, reason: Type.Optional(Type.Enum([...deletionReasons])) }),
    output: Ok,
    errors: ['login.blocked', 'password.old-wrong'],
    limit: 'login',
  }),
  reactivateAccount: defineOperation({
    summary: 'Restores an account that is pending deletion, with the token from the email. Does not log in.',
    source: 'specification, section 4',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Ok,
    errors: ['link.expired'],
    limit: 'token',
  }),
  requestPasswordReset: defineOperation({
    summary: 'Sends an email with a link to set a new password.',
    source: 'specification, section 8',
    audience: 'anyone',
    input: Type.Object({ email: Type.String({ maxLength: 254 }) }),
    output: Ok,
    errors: ['email.invalid', 'email.not-found', 'reset.too-many'],
    limit: 'mail',
  }),
  resetPassword: defineOperation({
    summary:
      'Sets a new password with the token from the email. Ends every session of the account and removes its passkeys.',
    source: 'specification, section 8',
    audience: 'anyone',
    input: Type.Object({ token: Token, password: Password }),
    output: Ok,
    errors: ['link.expired', 'password.too-short', 'password.too-long', 'password.too-common'],
    limit: 'token',
  }),
  changePassword: defineOperation({
    summary: 'Changes the password. Ends every other session of the account and removes its passkeys.',
    source: 'specification, section 5',
    audience: 'member',
    input: Type.Object({ old_password: Password, new_password: Password }),
    output: Ok,
    errors: ['login.blocked', 'password.old-wrong', 'password.too-short', 'password.too-long', 'password.too-common'],
    limit: 'login',
  }),
};

export type User = Type.Static<typeof User>;
