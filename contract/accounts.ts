import Type from 'typebox';

import { attributes } from './attributes.ts';
import { CreditLot } from './credits.ts';
import { CountryCode, Credits, DateTime, Id, IdempotencyKey, LanguageCode, Ok, nullable } from './common.ts';
import { accountAlerts } from './dismissed.ts';
import { aboutLengthMax, passwordLengthMax, signupMessageLengthMax } from './limits.ts';
import { KeptSearch, OwnProfile } from './members.ts';
import { leavingReasons } from './leaving-reasons.ts';
import { notificationKinds, stopReasons } from './notification-rules.ts';
import { defineOperation } from './operation.ts';
import { trackingLengthMax } from './read-tracking.ts';

const NotificationKind = Type.Enum([...notificationKinds]);

/** The logged-in user (specification, section 3). */
export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String({ description: 'only ever shown to the user' }),
  email_asked: nullable(
    Type.String({ description: 'the address that was asked for instead and is not confirmed yet' }),
  ),
  email_asked_refused: Type.Boolean({ description: 'whether the letter to it came back' }),
  status: Type.Enum(['not_confirmed', 'active', 'pending_deletion']),
  credits: Credits,
  credit_lots: Type.Array(CreditLot, {
    description: 'the credits that are left, in the order in which they are spent',
  }),
  paid_user: Type.Boolean(),
  signup_date: DateTime,
  fictional_icon: Type.Boolean({ description: 'whether the member sees the mark of fictional profiles' }),
  language: LanguageCode,
  notifications_disabled: Type.Array(NotificationKind, { description: 'the kinds of e-mail that are off' }),
  notifications_stopped: Type.Array(Type.Object({ kind: NotificationKind, reason: Type.Enum([...stopReasons]) }), {
    description: 'those of them that the member did not turn off on the page of notices',
  }),
  address_failed: Type.Boolean({ description: 'whether e-mails to the address come back' }),
  discreet_mail: Type.Boolean({
    description: 'neither sender, subject nor preview of an e-mail says what it is about or who sent it',
  }),
  terms_coming: nullable(
    Type.String({
      description: 'from when on new terms of use apply whose notice the member has not put away; ISO 8601',
    }),
  ),
  alerts_dismissed: Type.Array(Type.Enum([...accountAlerts]), {
    description: 'the alerts about the account that were closed for good',
  }),
  unread_messages: Type.Integer({ minimum: 0 }),
  new_likes: Type.Integer({ minimum: 0 }),
  search: nullable(KeptSearch),
  profile: OwnProfile,
});

const SignUpAnswer = Type.Object({
  user: Type.Union([User, Type.Null()], {
    description: 'null on a discreet site, whether the address has an account or not: an e-mail says how to go on',
  }),
});
const UserAnswer = Type.Object({ user: User });
// The handler checks length and content, so that the field's error names the reason.
export const Password = Type.String({ maxLength: 4 * passwordLengthMax });
export const OwnPassword = Type.Optional(
  Type.String({
    maxLength: 4 * passwordLengthMax,
    description: 'may be left out for a few minutes after a login by passkey',
  }),
);
export const Token = Type.String({ minLength: 1, maxLength: 200 });
const TrackingText = Type.String({ maxLength: trackingLengthMax });

export const Tracking = Type.Object({
  network: Type.Optional(TrackingText),
  ref: Type.Optional(TrackingText),
  sub1: Type.Optional(TrackingText),
  sub2: Type.Optional(TrackingText),
  sub3: Type.Optional(TrackingText),
});

export const accountsOperations = {
  signUp: defineOperation({
    summary: 'Creates an account, logs it in and sends the activation e-mail.',
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
        Type.String({ maxLength: signupMessageLengthMax, description: 'not on a discreet site' }),
      ),
      signup_message_to: Type.Optional(Id),
      about: Type.Optional(
        Type.String({
          maxLength: aboutLengthMax,
          description: 'what the profile begins with: the own words on a lander',
        }),
      ),
      tracking: Type.Optional(Tracking),
      idempotency_key: Type.Optional(IdempotencyKey),
      accept_terms: Type.Boolean(),
      consent_sensitive: Type.Boolean({ description: 'consent to store sexuality and interests' }),
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
    summary: 'Checks the password of a sign-up, and its name if there is one, before the form is sent. Stores nothing.',
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
  activateAccount: defineOperation({
    summary:
      'Confirms the e-mail address with the token from the activation e-mail. Used again, the token answers the same while it lasts.',
    source: 'specification, sections 4 and 8',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Ok,
    errors: ['activation.failed', 'activation.broken'],
    limit: 'token',
  }),
  sendActivationMail: defineOperation({
    summary: 'Sends the activation e-mail again. Older links stop working.',
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
    summary: 'Logs in with e-mail address or username and password.',
    source: 'specification, sections 7 and 8',
    audience: 'anyone',
    input: Type.Object({ login: Type.String({ maxLength: 254 }), password: Password }),
    output: UserAnswer,
    errors: ['login.failed', 'login.blocked', 'login.slowed', 'account.banned', 'account.pending-deletion'],
    limit: 'login',
  }),
  updateUser: defineOperation({
    summary:
      'Sets the language of the logged-in user, the filters that their search opens with, the kinds of e-mail that are off, that the address works again, or whether e-mails are discreet.',
    source: 'specification, section 7',
    audience: 'member',
    input: Type.Object({
      language: Type.Optional(LanguageCode),
      search: Type.Optional(KeptSearch),
      discreet_mail: Type.Optional(Type.Boolean()),
      notifications_disabled: Type.Optional(
        Type.Array(NotificationKind, {
          uniqueItems: true,
          description: 'every kind that is to be off; any other is on afterwards, also one that was stopped',
        }),
      ),
      address_failed: Type.Optional(
        Type.Literal(false, {
          description: 'the address works, says the member: what its failure had stopped is on again',
        }),
      ),
      notifications_changed: Type.Optional(
        Type.Array(NotificationKind, {
          uniqueItems: true,
          description: 'the kinds about which `notifications_disabled` decides; without it, about all',
        }),
      ),
    }),
    output: UserAnswer,
    errors: [],
    limit: 'write',
  }),
  dismissAlerts: defineOperation({
    summary: 'Closes alerts about the account for good, on all devices of the member, or lets them be shown again.',
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
      'Leaves: hides the account at once, ends all its sessions, and e-mails a link that brings it back within 14 days. Then it is erased.',
    source: 'specification, sections 2 and 4',
    audience: 'member',
    input: Type.Object({ password: OwnPassword, reason: Type.Optional(Type.Enum([...leavingReasons])) }),
    output: Ok,
    errors: ['login.blocked', 'password.old-wrong'],
    limit: 'login',
  }),
  reactivateAccount: defineOperation({
    summary: 'Brings back an account that was left, with the token from the e-mail. Logs nobody in.',
    source: 'specification, section 4',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Ok,
    errors: ['link.expired'],
    limit: 'token',
  }),
  requestPasswordReset: defineOperation({
    summary: 'Sends an e-mail with a link to set a new password.',
    source: 'specification, section 8',
    audience: 'anyone',
    input: Type.Object({ email: Type.String({ maxLength: 254 }) }),
    output: Ok,
    errors: ['email.invalid', 'email.not-found', 'reset.too-many'],
    limit: 'mail',
  }),
  resetPassword: defineOperation({
    summary: 'Sets a new password with the token from the e-mail. Ends every session of the account.',
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
