import Type from 'typebox';

import { OwnPassword } from './accounts.ts';
import { DateTime, nullable } from './common.ts';
import { defineOperation } from './operation.ts';

export const exportStates = ['waiting', 'ready', 'fetched', 'expired'] as const;

/** The data export that a member requested last. */
export const DataExport = Type.Object({
  state: Type.Enum([...exportStates]),
  asked_at: DateTime,
  expires_at: nullable(DateTime),
  size: nullable(Type.Integer({ minimum: 0, description: 'bytes' })),
  link: nullable(
    Type.String({
      description: 'path of the file, for this session alone; it works once. Null before a proof of who asks',
    }),
  ),
  again_at: DateTime,
});

export const exportOperations = {
  requestExport: defineOperation({
    summary:
      'Has a copy of the data of the member made: a ZIP with JSON, pages to read, and the photos. An e-mail to a confirmed address tells when it is there.',
    source: 'specification beyond: export of one’s own data',
    audience: 'member',
    input: Type.Object({ password: OwnPassword }),
    output: Type.Object({ export: DataExport }),
    errors: ['login.blocked', 'password.old-wrong', 'export.too-often'],
    limit: 'login',
  }),
  getExport: defineOperation({
    summary:
      'Returns the state of the copy of their data that the member asked for last, for a few minutes after a login with the link.',
    source: 'specification beyond: export of one’s own data',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ export: nullable(DataExport) }),
    errors: [],
    limit: 'read',
  }),
  openExport: defineOperation({
    summary: 'Returns the same with the link, for the password, which may be left out for a few minutes after a login.',
    source: 'specification beyond: export of one’s own data',
    audience: 'member',
    input: Type.Object({ password: Type.Optional(Type.String({ maxLength: 512 })) }),
    output: Type.Object({ export: nullable(DataExport) }),
    errors: ['login.blocked', 'password.old-wrong'],
    limit: 'login',
  }),
};

export type DataExport = Type.Static<typeof DataExport>;
