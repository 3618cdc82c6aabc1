import Type from 'typebox';

import { DateTime, Id, nullable, pageEnd } from './common.ts';
import { type LikesList, likesLists } from './likes-lists.ts';
import { ProfileSummary } from './members.ts';
import { defineOperation } from './operation.ts';

/** A received like: the sender's public fields, and whether it was not seen yet. */
export const ReceivedLike = Type.Object({ ...ProfileSummary.properties, like_new: Type.Boolean(), at: DateTime });

const end = (list: LikesList): Type.TString => pageEnd(`${list}\\.[01]\\.`);

/** A page of each list of likes, or of the one that was asked for; the others are empty then. */
export const Likes = Type.Object({
  profiles: Type.Array(ProfileSummary),
  liked_by: Type.Array(ReceivedLike),
  matches: Type.Array(ReceivedLike, { description: 'received likes that were given back' }),
  before: Type.Object({
    profiles: nullable(end('profiles')),
    liked_by: nullable(end('liked_by')),
    matches: nullable(end('matches')),
  }),
  new: Type.Array(Id, { description: 'with the first page: who gave a new like that is not on it' }),
});

export const likesOperations = {
  addLike: defineOperation({
    summary: 'Likes a member; a match exists when both likes are recorded. Repeating it changes nothing.',
    source: 'specification, sections 2 and 4',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Type.Object({ liked: Type.Literal(true), match: Type.Boolean() }),
    errors: ['profile.not-found', 'profile.blocked-you', 'like.self'],
    limit: 'write',
  }),
  removeLike: defineOperation({
    summary: 'Takes a like back.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Type.Object({ liked: Type.Literal(false) }),
    errors: [],
    limit: 'write',
  }),
  listLikes: defineOperation({
    summary:
      'The members liked (`profiles`, newest first), the likes received (`liked_by`, new ones first) and the matches among them, in pages; a list’s `before` asks for its next.',
    source: 'specification, sections 3, 4 and 7',
    audience: 'member',
    input: Type.Object({ before: Type.Optional(pageEnd(`(?:${likesLists.join('|')})\\.[01]\\.`)) }),
    output: Likes,
    errors: [],
    limit: 'read',
  }),
  getAutoLike: defineOperation({
    summary: 'The oldest received like that was not announced yet, or nothing (204). It reads; it never makes a like.',
    source: 'specification, section 7; the first promise',
    audience: 'member',
    input: Type.Object({}),
    output: nullable(ProfileSummary),
    errors: [],
    limit: 'read',
  }),
};

export type ReceivedLike = Type.Static<typeof ReceivedLike>;
export type Likes = Type.Static<typeof Likes>;
