import Type from 'typebox';

import { DateTime, Ok } from './common.ts';
import { defineOperation } from './operation.ts';

const Key = Type.String({ description: 'the name of a sentence' });

/** A version of the terms: its text as sentence keys by section, and its changes. */
const Terms = Type.Object({
  applies_at: Type.String({ description: 'ISO 8601 in UTC: from when on it applies, which names it' }),
  state: Type.Enum(['past', 'current', 'coming']),
  sections: Type.Array(
    Type.Object({
      heading: Key,
      blocks: Type.Array(Type.Union([Key, Type.Array(Key)]), { description: 'paragraphs, and lists of them' }),
    }),
  ),
  changes: Type.Array(Key, { description: 'what it changes, a sentence each; none of the first version' }),
});
export type Terms = Type.Static<typeof Terms>;

export const termsOperations = {
  listTerms: defineOperation({
    summary:
      'Lists the versions of the terms of use, the oldest first: the one that applies, earlier ones, and one that was announced.',
    source: 'accounts',
    audience: 'anyone',
    input: Type.Object({}),
    output: Type.Object({ versions: Type.Array(Terms) }),
    errors: [],
    limit: 'read',
  }),
  dismissTerms: defineOperation({
    summary: 'Puts away the notice of a version of the terms that was announced, on all devices of the member.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ applies_at: DateTime }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
};
