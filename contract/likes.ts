import Type from 'typebox';

import { DateTime, Id, nullable } from './common.ts';
import { ProfileSummary } from './members.ts';
import { defineOperation } from './operation.ts';

/** A received like: the sender's public fields, and whether it was not seen yet. */
export const ReceivedLike = Type.Object({ ...ProfileSummary.properties, like_new: Type.Boolean(), at: DateTime });

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
    summary: 'The members liked (`profiles`, newest first) and the likes received (`liked_by`, new ones first).',
    source: 'specification, sections 3, 4 and 7',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ profiles: Type.Array(ProfileSummary), liked_by: Type.Array(ReceivedLike) }),
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
