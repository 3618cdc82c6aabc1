import Type from 'typebox';

import { DateTime, Id, nullable, pageEnd } from '../platform/common.ts';
import { searchTextMax } from './limits.ts';
import { ProfileSummary } from '../members/operations.ts';
import { defineOperation } from '../platform/operation.ts';

/** A message that a search found. The snippet marks matches; for an unread message, it is the beginning. */
export const FoundMessage = Type.Object({
  conversation: Id,
  seq: Type.Integer({ minimum: 1 }),
  own: Type.Boolean(),
  at: DateTime,
  profile: ProfileSummary,
  snippet: Type.Array(Type.Object({ text: Type.String(), match: Type.Boolean() })),
});

const FoundEnd = pageEnd('[0-9]{1,10}\\.');

export const foundMessageOperations = {
  searchMessages: defineOperation({
    summary:
      "Searches the member's conversations for words or beginnings of words, in the member's language. Pass `before` from one page to get the next; an empty page may not be the last. Messages shown in full are recorded, so that they no longer count as unopened.",
    source: 'chat module: search in conversations',
    audience: 'member',
    effect: true,
    input: Type.Object({
      text: Type.String({ maxLength: searchTextMax }),
      before: Type.Optional(FoundEnd),
    }),
    output: Type.Object({ results: Type.Array(FoundMessage), before: nullable(FoundEnd) }),
    errors: [],
    limit: 'lookup',
  }),
};

export type FoundMessage = Type.Static<typeof FoundMessage>;
