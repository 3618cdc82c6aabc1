import Type from 'typebox';

import { CountryCode, DateTime, Ok, nullable } from './common.ts';
import { Password, Token } from './accounts.ts';
import { browsers, systems } from './devices.ts';
import { entryPages } from './entry-pages.ts';
import { defineOperation } from './operation.ts';

// May be omitted for a few minutes after any login.
export const OwnPassword = Type.Optional(Password);
const SessionId = Type.String({ pattern: '^[0-9a-f]{32}$' });

const ListedSession = Type.Object({
  id: SessionId,
  current: Type.Boolean({ description: 'the session of this call' }),
  app: Type.Boolean({ description: 'opened in the installed app' }),
  browser: nullable(Type.Enum([...browsers])),
  system: nullable(Type.Enum([...systems])),
  country: Type.Union([CountryCode, Type.Null()], {
    description: 'where it was opened, if the CDN reported a country; no place is derived from an address',
  }),
  since: DateTime,
  last_used: Type.String({ description: 'ISO 8601 in UTC, rounded down to the hour' }),
});

/** Email changes, entry links and the list of sessions. */
export const accessOperations = {
  changeEmail: defineOperation({
    summary: 'E-mails a link to a new address, which becomes the account’s when the link is used.',
    source: 'specification, sections 2 and 5',
    audience: 'member',
    input: Type.Object({ email: Type.String({ maxLength: 254 }), password: OwnPassword }),
    output: Ok,
    errors: ['email.new-invalid', 'login.blocked', 'password.old-wrong'],
    limit: 'mail',
  }),
  confirmMailChange: defineOperation({
    summary:
      'Confirms a change of address with the token from the e-mail to the new one, or undoes it with that to an earlier one, which ends every session and the password.',
    source: 'specification, section 2',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({
      outcome: Type.Enum(['changed', 'undone']),
      reset_token: Type.Union([Type.String(), Type.Null()], {
        description: 'after `undone`: sets the new password with PUT /api/reset-password.php',
      }),
    }),
    errors: ['link.expired', 'email.taken', 'activation.broken'],
    limit: 'token',
  }),
  findMailChange: defineOperation({
    summary:
      'Says which address the link of an e-mail about a change of address confirms or brings back, without using it.',
    source: 'specification, section 2',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({ email: nullable(Type.String({ description: 'null for a link that works no more' })) }),
    errors: [],
    limit: 'token',
  }),
  enterByLink: defineOperation({
    summary:
      'Logs in once with the token from the e-mail of a notice, and names the page that it is bound to. Nobody may be logged in.',
    source: 'specification, section 2: {token}',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({ page: Type.Enum([...entryPages]) }),
    errors: ['link.expired'],
    limit: 'token',
  }),
  findEntry: defineOperation({
    summary: 'Says whose account the link of a notice leads into, as its e-mail does, without using it.',
    source: 'specification, section 2: {token}',
    audience: 'anyone',
    input: Type.Object({ token: Token }),
    output: Type.Object({ name: nullable(Type.String({ description: 'null for a link that works no more' })) }),
    errors: [],
    limit: 'token',
  }),
  listSessions: defineOperation({
    summary: 'Lists where the member is logged in, last used first.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ sessions: Type.Array(ListedSession) }),
    errors: [],
    limit: 'read',
  }),
  endSessions: defineOperation({
    summary: 'Ends one session, or every other one, and closes its live channel.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ id: Type.Optional(SessionId) }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
};

export type ListedSession = Type.Static<typeof ListedSession>;
