import { signupMatchesMax } from '../../../contract/members/limits.ts';
import type { Handler } from '../../platform/handler.ts';
import { findSeeker } from '../queries.ts';
import { listSuggestions } from './list-suggestions.ts';
import { pickMembers } from './pick-members.ts';

/** Suggests members to a member who has just signed up (specification, section 2). */
export const listSignupMatches: Handler<'listSignupMatches'> = async (_input, call) => {
  const searcher = await call.context.database.first(findSeeker, { memberId: call.member.id });
  if (!searcher) return { results: [] };
  const ids = await pickMembers(call, searcher, { most: signupMatchesMax, strangers: false });
  return { results: await listSuggestions(call, searcher, ids) };
};
