import Type from 'typebox';

import { DateTime, Ok } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';

const Key = Type.String({ description: 'key of a sentence' });

/** A version of the terms, its text and changes as sentence keys. */
const Terms = Type.Object({
  applies_at: Type.String({ description: 'start of the version, which also identifies it; ISO 8601 in UTC' }),
  state: Type.Enum(['past', 'current', 'coming']),
  weight: Type.Enum(['material', 'minor'], {
    description: 'material: holds for a member once they agree; minor: holds by notice',
  }),
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
    summary:
      'Dismisses the announcement of a version of the terms, on all devices of the member; a question comes back after a week.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ applies_at: DateTime }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
  answerTerms: defineOperation({
    summary: 'Records whether the member agrees to a material change of the terms. A no can become a yes; a yes stays.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ applies_at: DateTime, agrees: Type.Boolean() }),
    output: Ok,
    errors: ['terms.not-asked', 'session.missing'],
    limit: 'write',
  }),
};
