import Type from 'typebox';

import { DateTime, Ok } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';

const Key = Type.String({ description: 'key of a sentence' });

/** A version of the terms: its text as sentence keys by section, and its changes. */
const Terms = Type.Object({
  applies_at: Type.String({ description: 'start of the version, which also identifies it; ISO 8601 in UTC' }),
  state: Type.Enum(['past', 'current', 'coming']),
  sections: Type.Array(
    Type.Object({
      heading: Key,
      blocks: Type.Array(Type.Union([Key, Type.Array(Key)]), { description: 'paragraphs, and lists as arrays' }),
    }),
  ),
  changes: Type.Array(Key, { description: 'changes, one sentence each; none in the first version' }),
});
export type Terms = Type.Static<typeof Terms>;

export const termsOperations = {
  listTerms: defineOperation({
    summary:
      'Lists the versions of the terms of use, oldest first: earlier ones, the current one and, if there is one, the announced one.',
    source: 'accounts',
    audience: 'anyone',
    input: Type.Object({}),
    output: Type.Object({ versions: Type.Array(Terms) }),
    errors: [],
    limit: 'read',
  }),
  dismissTerms: defineOperation({
    summary: 'Dismisses the notice of an announced version of the terms, on all devices of the member.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ applies_at: DateTime }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
};
