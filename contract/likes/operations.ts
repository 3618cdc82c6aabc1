import Type from 'typebox';

import { DateTime, Id, nullable, pageEnd } from '../platform/common.ts';
import { type LikesList, likesLists } from './likes-lists.ts';
import { ProfileSummary } from '../members/operations.ts';
import { defineOperation } from '../platform/operation.ts';

/** A received like: the sender's profile summary, and whether the like is still unseen. */
export const ReceivedLike = Type.Object({ ...ProfileSummary.properties, like_new: Type.Boolean(), at: DateTime });

const end = (list: LikesList): Type.TString => pageEnd(`${list}\\.[01]\\.`);

/** A page of every list of likes, or of the requested list alone; then the other lists are empty. */
export const Likes = Type.Object({
  profiles: Type.Array(ProfileSummary),
  liked_by: Type.Array(ReceivedLike),
  matches: Type.Array(ReceivedLike, { description: 'received likes that the member returned' }),
  before: Type.Object({
    profiles: nullable(end('profiles')),
    liked_by: nullable(end('liked_by')),
    matches: nullable(end('matches')),
  }),
  new: Type.Array(Id, { description: 'on the first page only: the other members whose like is new' }),
});

export const likesOperations = {
  addLike: defineOperation({
    summary: 'Likes a member. Two likes, one each way, are a match. Liking again changes nothing.',
    source: 'specification, sections 2 and 4',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Type.Object({ liked: Type.Literal(true), match: Type.Boolean() }),
    errors: ['profile.not-found', 'profile.blocked-you', 'like.self'],
    limit: 'write',
  }),
  removeLike: defineOperation({
    summary: 'Withdraws a like.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Type.Object({ liked: Type.Literal(false) }),
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
};

export type ReceivedLike = Type.Static<typeof ReceivedLike>;
export type Likes = Type.Static<typeof Likes>;
