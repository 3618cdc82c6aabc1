import Type from 'typebox';

import { DateTime, Id, IdempotencyKey, nullable } from '../platform/common.ts';
import { idPattern } from '../platform/id.ts';
import { swipeLikesPerDay, swipesHeldMax } from './limits.ts';
import { ProfileSummary } from '../members/operations.ts';
import { defineOperation } from '../platform/operation.ts';
import { SharedTraits } from '../members/suggestions.ts';

export const SwipeProfile = Type.Object({ ...ProfileSummary.properties, shared: SharedTraits });

/** The state of the day, which ends for everybody at midnight in the site's time zone. */
const day = {
  likes_left: Type.Integer({ minimum: 0, maximum: swipeLikesPerDay }),
  day_ends_at: DateTime,
  can_undo: Type.Boolean({
    description:
      'whether the last swipe can be undone: it is from this day, and not a like that is a match, was followed by a message, or was given again elsewhere',
  }),
  undoes_like: Type.Boolean({ description: 'whether that swipe is a like' }),
  like_returns: Type.Boolean({ description: 'whether an undone like does not count toward the limit: once a day' }),
};

export const swipesOperations = {
  getSwipe: defineOperation({
    summary:
      'Returns the next profile of the swipe game, or null if none is left. Never returns a profile again within 30 days of its swipe, nor one that is already liked. `held` names profiles that the client has yet to show.',
    source: 'specification, sections 1 and 9',
    audience: 'member',
    effect: true,
    input: Type.Object({
      held: Type.Optional(
        Type.String({
          pattern: `^${idPattern}(,${idPattern}){0,${swipesHeldMax - 1}}$`,
          description: 'comma-separated ids',
        }),
      ),
    }),
    output: Type.Object({ profile: nullable(SwipeProfile), ...day }),
    errors: [],
    limit: 'read',
  }),
  swipeProfile: defineOperation({
    summary: `Likes or skips a profile of the swipe game. Skips are free; likes are limited to ${swipeLikesPerDay} a day. The same key gives the same answer.`,
    source: 'specification, sections 1 and 9',
    audience: 'member',
    input: Type.Object({ profile: Id, like: Type.Boolean(), idempotency_key: IdempotencyKey }),
    output: Type.Object({ match: Type.Boolean(), ...day }),
    errors: [
      'profile.not-found',
      'profile.blocked-you',
      'like.self',
      'swipe.limit',
      'swipe.again',
      'request.key-reused',
    ],
    limit: 'write',
  }),
  undoSwipe: defineOperation({
    summary:
      'Undoes the last swipe of this day, including its like. A like that is a match, was followed by a message, or was given again elsewhere cannot be undone. Once a day, an undone like does not count toward the daily limit. Only the last swipe can be undone.',
    source: 'specification, section 1',
    audience: 'member',
    input: Type.Object({
      profile: Type.Optional({
        ...Id,
        description: 'profile of the swipe to undo; the call is refused if another swipe is the last one',
      }),
    }),
    output: Type.Object({
      profile: nullable(SwipeProfile),
      was_like: Type.Boolean(),
      like_returned: Type.Boolean(),
      ...day,
    }),
    errors: ['swipe.nothing-to-undo'],
    limit: 'write',
  }),
};

export type SwipeProfile = Type.Static<typeof SwipeProfile>;
