import Type from 'typebox';

import { DateTime, Id } from '../platform/common.ts';
import { draftAgeMaxMs, draftLengthMax } from './limits.ts';
import { defineOperation } from '../platform/operation.ts';

/** An unsent text from one member to another; empty once it was sent or cleared. */
export const Draft = Type.Object({
  text: Type.String(),
  at: Type.String({ ...DateTime, description: 'time when the text was written, ISO 8601 in UTC' }),
});

export const draftOperations = {
  saveDraft: defineOperation({
    summary:
      "Stores the member's draft to another member, for all the member's devices. The latest edit wins: the response contains the draft that is stored now.",
    source: 'chat module: drafts',
    audience: 'member',
    input: Type.Object({
      profile: Id,
      text: Type.String({ maxLength: draftLengthMax }),
      age_ms: Type.Integer({
        minimum: 0,
        maximum: draftAgeMaxMs,
        description: 'milliseconds since the text was written; not a time, because device clocks differ',
      }),
    }),
    output: Type.Object({ draft: Draft }),
    errors: ['profile.not-found', 'profile.blocked-you'],
    limit: 'write',
  }),
};

export type Draft = Type.Static<typeof Draft>;
