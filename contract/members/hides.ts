import Type from 'typebox';

import { Id, Ok } from '../platform/common.ts';
import { hiddenMembersMax } from './limits.ts';
import { ProfileSummary } from './operations.ts';
import { defineOperation } from '../platform/operation.ts';

export const hidesOperations = {
  hideMember: defineOperation({
    summary: `Hides a member from the caller's searches and suggestions. A caller can hide up to ${hiddenMembersMax} members. The hidden member is not told, and can write and like as before.`,
    source: 'members module: hiding somebody without blocking them',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Ok,
    errors: ['profile.not-found', 'hide.too-many'],
    limit: 'write',
  }),
  unhideMember: defineOperation({
    summary: 'Shows a hidden member in searches and suggestions again.',
    source: 'members module: hiding somebody without blocking them',
    audience: 'member',
    input: Type.Object({ profile: Id }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
  listHidden: defineOperation({
    summary: 'Lists the members whom the caller hides, latest first.',
    source: 'members module: hiding somebody without blocking them',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ profiles: Type.Array(ProfileSummary) }),
    errors: [],
    limit: 'read',
  }),
};
