import Type from 'typebox';

import { ProfileSummary, SharedTraits } from '../members/operations.ts';
import { DateTime, IdempotencyKey, MemberId, nullable, pageEnd } from '../platform/common.ts';
import { idPattern } from '../platform/id.ts';
import { defineOperation } from '../platform/operation.ts';
import { type LikesList, likesLists } from './likes-lists.ts';
import { swipeLikesPerDay, swipesHeldMax } from './limits.ts';

export const ReceivedLike = Type.Object({ ...ProfileSummary.properties, like_new: Type.Boolean(), at: DateTime });

const end = (list: LikesList): Type.TString => pageEnd(`${list}\\.[01]\\.`);

/** Lists that were not requested are empty. */
export const Likes = Type.Object({
  profiles: Type.Array(ProfileSummary),
  liked_by: Type.Array(ReceivedLike),
  matches: Type.Array(ReceivedLike, { description: 'received likes that the member returned' }),
  before: Type.Object({
    profiles: nullable(end('profiles')),
    liked_by: nullable(end('liked_by')),
    matches: nullable(end('matches')),
  }),
  new: Type.Array(MemberId, { description: 'on the first page only: the other members whose like is new' }),
});

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

const heldPattern = `^${idPattern}(,${idPattern}){0,${swipesHeldMax - 1}}$`;
const likeErrors = ['profile.not-found', 'profile.blocked-you', 'like.self', 'profile.paused'] as const;

export const likesOperations = {
  addLike: defineOperation({
    summary: 'Likes a member. Two likes, one each way, are a match. Liking again changes nothing.',
    source: 'specification, sections 2 and 4',
    audience: 'member',
    input: Type.Object({ profile: MemberId }),
    output: Type.Object({ liked: Type.Literal(true), match: Type.Boolean() }),
    errors: likeErrors,
    limit: 'write',
  }),
  removeLike: defineOperation({
    summary: 'Withdraws a like. Given again within a day, it keeps its times, and nobody is notified again.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({
      profile: MemberId,
      keep_match: Type.Optional(Type.Boolean({ description: 'withdraws nothing if the two match' })),
    }),
    output: Type.Object({
      liked: Type.Boolean({ description: 'true only if the like was kept because the two match' }),
    }),
    errors: [],
    limit: 'write',
  }),
  listLikes: defineOperation({
    summary:
      'Lists the likes given (`profiles`, newest first), the likes received (`liked_by`, new ones first) and the matches among them (`matches`). Pass `before` from a list to get its next page.',
    source: 'specification, sections 3, 4 and 7',
    audience: 'member',
    input: Type.Object({ before: Type.Optional(pageEnd(`(?:${likesLists.join('|')})\\.[01]\\.`)) }),
    output: Likes,
    errors: [],
    limit: 'read',
  }),
  getAutoLike: defineOperation({
    summary:
      'Returns the sender of the oldest received like that was neither announced nor seen, and marks it as announced; 204 if there is none. Never creates a like.',
    source: 'specification, section 7',
    audience: 'member',
    effect: true,
    input: Type.Object({}),
    output: nullable(ProfileSummary),
    errors: [],
    limit: 'read',
  }),
  getSwipe: defineOperation({
    summary:
      'Returns the next profile of the swipe game, or null if none is left. Never returns a profile again within 30 days of its swipe, nor one that is already liked. `held` names profiles that the client has yet to show.',
    source: 'specification, sections 1 and 9',
    audience: 'member',
    effect: true,
    input: Type.Object({
      held: Type.Optional(Type.String({ pattern: heldPattern, description: 'comma-separated ids' })),
    }),
    output: Type.Object({ profile: nullable(SwipeProfile), ...day }),
    errors: [],
    limit: 'read',
  }),
  swipeProfile: defineOperation({
    summary: `Likes or skips a profile of the swipe game. Skips are free; likes are limited to ${swipeLikesPerDay} a day. The same key gives the same result.`,
    source: 'specification, sections 1 and 9',
    audience: 'member',
    input: Type.Object({ profile: MemberId, like: Type.Boolean(), idempotency_key: IdempotencyKey }),
    output: Type.Object({ match: Type.Boolean(), ...day }),
    errors: [...likeErrors, 'swipe.limit', 'swipe.again', 'request.key-reused'],
    limit: 'write',
  }),
  undoSwipe: defineOperation({
    summary:
      'Undoes the last swipe of this day, including its like. A like that is a match, was followed by a message, or was given again elsewhere cannot be undone. Once a day, an undone like does not count toward the daily limit. Only the last swipe can be undone.',
    source: 'specification, section 1',
    audience: 'member',
    input: Type.Object({
      profile: Type.Optional({
        ...MemberId,
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

export type ReceivedLike = Type.Static<typeof ReceivedLike>;
export type Likes = Type.Static<typeof Likes>;
export type SwipeProfile = Type.Static<typeof SwipeProfile>;
