import Type from 'typebox';

import { DateTime, Id, IdempotencyKey, nullable } from './common.ts';
import { idPattern } from './id.ts';
import { swipeLikesPerDay, swipesHeldMax } from './limits.ts';
import { ProfileSummary } from './members.ts';
import { defineOperation } from './operation.ts';
import { SharedTraits } from './suggestions.ts';

export const SwipeProfile = Type.Object({ ...ProfileSummary.properties, shared: SharedTraits });

/** The state of the day, which ends for everybody at midnight in the site's time zone. */
const day = {
  likes_left: Type.Integer({ minimum: 0, maximum: swipeLikesPerDay }),
  day_ends_at: DateTime,
  can_undo: Type.Boolean({
    description:
      'the last swipe can be taken back: one of this day, and no like that is a match, after which something was written, or that was given anew elsewhere',
  }),
  undoes_like: Type.Boolean({ description: 'that swipe is a like' }),
  like_returns: Type.Boolean({ description: 'a like that is taken back counts as not given: once a day' }),
};

export const swipesOperations = {
  getSwipe: defineOperation({
    summary:
      'Returns the next profile of the swipe game, or null when nobody is left; never the same one twice within 30 days, nor one already liked. `held` names profiles that the client has yet to show.',
    source: 'specification, sections 1 and 9',
    audience: 'member',
    effect: true,
    input: Type.Object({
      held: Type.Optional(
        Type.String({
          pattern: `^${idPattern}(,${idPattern}){0,${swipesHeldMax - 1}}$`,
          description: 'ids with commas',
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
      'Takes back the last swipe of this day, and its like unless that is a match, something was written after it, or it was given anew elsewhere. Once a day the like counts as not given; nothing before the last swipe can be taken back.',
    source: 'specification, section 1',
    audience: 'member',
    input: Type.Object({
      profile: Type.Optional({
        ...Id,
        description: 'whom the swipe is for that is meant: another last one is left alone',
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
