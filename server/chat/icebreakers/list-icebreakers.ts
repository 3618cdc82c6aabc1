import { findSaidOnProfile } from '../../members/said-on-profile.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import type { Say } from '../../platform/text/sentences.ts';
import { insertIcebreakers, lockIcebreakers, updateIcebreakers } from '../queries.ts';
import { type Line, linesFor, nextLines } from './rules.ts';

/** Returns three opening lines (specification, section 2). Throws profile.not-found, profile.blocked-you. */
export const listIcebreakers: Handler<'listIcebreakers'> = async ({ profile }, call) => {
  const { context, member, language } = call;
  must(profile !== member.id, 'profile.not-found');
  const pair = `${member.id} ${profile}`;
  const lines = linesFor(await findSaidOnProfile(call, profile), pair);
  const chosen = await context.database.transaction(async (tx) => {
    const ids = { memberId: member.id, profileId: profile };
    await tx.run(insertIcebreakers, ids);
    const shown = await tx.first(lockIcebreakers, ids);
    must(shown, 'profile.not-found');
    const next = nextLines(lines, shown, pair);
    await tx.run(updateIcebreakers, { ...ids, ...next.noted });
    return next.lines;
  });
  const say = context.sentences.in(language);
  return { lines: chosen.map((line) => formatIcebreaker(line, say)) };
};

export function formatIcebreaker({ id, interest, town }: Line, say: Say): string {
  return say(id, { interest: interest && say(`interests.${interest}`), town });
}
