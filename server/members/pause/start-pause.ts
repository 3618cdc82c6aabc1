import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { loadOwnProfile, findTimeZone } from '../own-profile.ts';
import { pauseProfile } from '../queries.ts';
import { computePauseEnd } from './rules.ts';

/** Pauses the member's own profile, or changes the end of the pause. Throws profile.unconfirmed. */
export const startPause: Handler<'startPause'> = async ({ period }, { context, member }) => {
  const memberId = member.id;
  await context.database.transaction(async (tx) => {
    const until = computePauseEnd(period, await findTimeZone(tx, memberId), context.clock.now());
    must((await tx.run(pauseProfile, { memberId, until })) === 1, 'profile.unconfirmed');
    tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
  });
  return { profile: await loadOwnProfile(context, memberId) };
};
