import Type from 'typebox';

import { DateTime, Id } from './common.ts';
import { draftAgeMaxMs, draftLengthMax } from './limits.ts';
import { defineOperation } from './operation.ts';

/** An unsent text from one member to another; empty once it was sent or cleared. */
export const Draft = Type.Object({
  text: Type.String(),
  at: Type.String({ ...DateTime, description: 'when it was written, ISO 8601 in UTC' }),
});

export const draftOperations = {
  saveDraft: defineOperation({
    summary:
      'Keeps what the member began to write to another, for all their devices. The latest edit wins: the answer has the draft that is kept now.',
    source: 'chat module: drafts',
    audience: 'member',
    input: Type.Object({
      profile: Id,
      text: Type.String({ maxLength: draftLengthMax }),
      age_ms: Type.Integer({
        minimum: 0,
        maximum: draftAgeMaxMs,
        description: 'how long ago it was written: clocks of devices differ',
      }),
    }),
    output: Type.Object({ draft: Draft }),
    errors: ['profile.not-found', 'profile.blocked-you'],
    limit: 'write',
  }),
};

export type Draft = Type.Static<typeof Draft>;
