import Type from 'typebox';

import { DateTime, Id, nullable } from '../platform/common.ts';
import { interestKeys } from './interests.ts';
import { eveningHours, eveningSeats, signupMatchesMax } from './limits.ts';
import { ProfileSummary } from './operations.ts';
import { defineOperation } from '../platform/operation.ts';
import { SendBlocker } from './send-blocker.ts';

/** The visible traits that a member and the caller have in common. */
export const SharedTraits = Type.Object({
  interests: Type.Array(Type.Enum([...interestKeys])),
  town: Type.Boolean(),
  age: Type.Boolean({ description: 'whether the two are at most two years apart in age' }),
});

/** A member suggested to the caller, with their shared traits and the terms of writing to them. */
export const Suggestion = Type.Object({
  ...ProfileSummary.properties,
  shared: SharedTraits,
  conversation: nullable(Id),
  message_credits: Type.Integer({ description: "price in credits of the caller's next text to this member" }),
  bar: nullable(SendBlocker),
});

export const suggestionsOperations = {
  getEveningTable: defineOperation({
    summary: `Returns the evening table: at most ${eveningSeats} members near the caller, drawn once and the same on every device, except for members whom the caller can no longer find. The table is available during the last ${eveningHours} hours of the day where the caller lives; at other times, \`results\` is empty and \`ends_at\` is null.`,
    source: 'match finder (specification, section 2)',
    audience: 'member',
    effect: true,
    input: Type.Object({}),
    output: Type.Object({
      results: Type.Array(Suggestion, { maxItems: eveningSeats }),
      ends_at: nullable(DateTime),
      next_at: DateTime,
    }),
    errors: [],
    limit: 'search',
  }),
  listSignupMatches: defineOperation({
    summary:
      'Lists compatible members for the page after sign-up, preferring those nearby and those with the most in common.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ results: Type.Array(Suggestion, { maxItems: signupMatchesMax }) }),
    errors: [],
    limit: 'search',
  }),
};

export type SharedTraits = Type.Static<typeof SharedTraits>;
export type Suggestion = Type.Static<typeof Suggestion>;
