import Type from 'typebox';

import { OwnPassword } from '../accounts/operations.ts';
import { DateTime, nullable } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';

const exportStates = ['waiting', 'ready', 'fetched', 'expired'] as const;

export const DataExport = Type.Object({
  state: Type.Enum([...exportStates]),
  asked_at: DateTime,
  expires_at: nullable(DateTime),
  size: nullable(Type.Integer({ minimum: 0, description: 'size of the file, in bytes' })),
  link: nullable(
    Type.String({
      description:
        'path of the file, for one use in this session; null until the file is ready and the caller has proved their identity',
    }),
  ),
  again_at: DateTime,
});

export const exportOperations = {
  requestExport: defineOperation({
    summary:
      "Requests a copy of the member's data: a ZIP file with JSON, readable pages and the photos. An email to a confirmed address tells when it is ready.",
    source: 'specification beyond: export of one’s own data',
    audience: 'member',
    input: Type.Object({ password: OwnPassword }),
    output: Type.Object({ export: DataExport }),
    errors: ['login.blocked', 'password.old-wrong', 'export.too-often'],
    limit: 'login',
  }),
  getExport: defineOperation({
    summary:
      "Returns the state of the copy of the member's data that was requested last; for a few minutes after a login, with its link.",
    source: 'specification beyond: export of one’s own data',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ export: nullable(DataExport) }),
    errors: [],
    limit: 'read',
  }),
  openExport: defineOperation({
    summary:
      'Returns the state of the copy with its link. Requires the password, except for a few minutes after a login.',
    source: 'specification beyond: export of one’s own data',
    audience: 'member',
    input: Type.Object({ password: Type.Optional(Type.String({ maxLength: 512 })) }),
    output: Type.Object({ export: nullable(DataExport) }),
    errors: ['login.blocked', 'password.old-wrong'],
    limit: 'login',
  }),
};

export type DataExport = Type.Static<typeof DataExport>;
