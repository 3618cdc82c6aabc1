import Type from 'typebox';

import { CountryCode, DateTime, Ok, nullable } from '../platform/common.ts';
import { Password, Token } from './operations.ts';
import { browsers, systems } from './devices.ts';
import { loginLinkPages } from './login-link-pages.ts';
import { defineOperation } from '../platform/operation.ts';

// May be omitted for a few minutes after any login.
export const OwnPassword = Type.Optional(Password);
const SessionId = Type.String({ pattern: '^[0-9a-f]{32}$' });

const ListedSession = Type.Object({
  id: SessionId,
  current: Type.Boolean({ description: 'whether this is the session of the call' }),
  app: Type.Boolean({ description: 'whether the session was opened in the installed app' }),
  browser: nullable(Type.Enum([...browsers])),
  system: nullable(Type.Enum([...systems])),
  country: Type.Union([CountryCode, Type.Null()], {
    description: 'country where the session was opened, if the CDN reported it; never derived from an IP address',
  }),
  since: DateTime,
  last_used: Type.String({ description: 'ISO 8601 in UTC, rounded down to the hour' }),
});

export const accessOperations = {
  changeEmail: defineOperation({
    summary: "Emails a link to a new address, which becomes the account's address once the link is used.",
    source: 'specification, sections 2 and 5',
    audience: 'member',
    input: Type.Object({ email: Type.String({ maxLength: 254 }), password: OwnPassword }),
    output: Ok,
    errors: ['email.new-invalid', 'login.blocked', 'password.old-wrong'],
    limit: 'mail',
  }),
  confirmMailChange: defineOperation({
    summary:
      'Confirms a change of address with the token from the email to the new address, or undoes it with the token from the email to an earlier one. Undoing ends every session and disables the password.',
    source: 'specification, section 2',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({
      outcome: Type.Enum(['changed', 'undone']),
      reset_token: Type.Union([Type.String(), Type.Null()], {
        description: 'after `undone`: token for setting a new password with PUT /api/reset-password.php',
      }),
    }),
    errors: ['link.expired', 'email.taken', 'activation.broken'],
    limit: 'token',
  }),
  findMailChange: defineOperation({
    summary:
      'Returns the address that the link in an email about a change of address confirms or restores, without using the link.',
    source: 'specification, section 2',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({ email: nullable(Type.String({ description: 'null if the link no longer works' })) }),
    errors: [],
    limit: 'token',
  }),
  logInByLink: defineOperation({
    summary:
      'Logs in with the single-use token from a notice email and returns the page that the token is bound to. Refused while somebody is logged in.',
    source: 'specification, section 2: {token}',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({ page: Type.Enum([...loginLinkPages]) }),
    errors: ['link.expired'],
    limit: 'token',
  }),
  findLoginLink: defineOperation({
    summary:
      'Returns the name of the account that the link in a notice email opens, without using the link. The email itself shows the name, too.',
    source: 'specification, section 2: {token}',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({ name: nullable(Type.String({ description: 'null if the link no longer works' })) }),
    errors: [],
    limit: 'token',
  }),
  listSessions: defineOperation({
    summary: 'Lists the sessions of the member, most recently used first.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ sessions: Type.Array(ListedSession) }),
    errors: [],
    limit: 'read',
  }),
  endSessions: defineOperation({
    summary: 'Ends one session or, without `id`, every other one, and closes its live channel.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ id: Type.Optional(SessionId) }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
};

export type ListedSession = Type.Static<typeof ListedSession>;
