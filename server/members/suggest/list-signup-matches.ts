import { signupMatchesMax } from '../../../contract/members/limits.ts';
import type { Handler } from '../../platform/handler.ts';
import { findViewer } from '../queries.ts';
import { listSuggestions, pickMembers } from './suggest-members.ts';

/** Suggests members to a member who has just signed up (specification, section 2). */
export const listSignupMatches: Handler<'listSignupMatches'> = async (_input, call) => {
  const viewer = await call.context.database.first(findViewer, { memberId: call.member.id });
  if (!viewer) return { results: [] };
  const ids = await pickMembers(call, viewer, { most: signupMatchesMax, strangers: false });
  return { results: await listSuggestions(call, viewer, ids) };
};
