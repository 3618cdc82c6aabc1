import { hiddenMembersMax } from '../../../contract/limits.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockProfile } from '../queries.ts';
import { mustBeKnown } from '../visibility/must-be-known.ts';
import { findHide, insertHide } from './queries.ts';

/**
 * Leaves a member out of the caller's searches and suggestions. Nothing else changes, least of all for the other; twice
 * is once. Throws profile.not-found, hide.too-many.
 */
export const hideMember: Handler<'hideMember'> = async ({ profile }, { context, site, member }) => {
  const memberId = member.id;
  must(profile !== memberId, 'profile.not-found');
  await context.database.transaction(async (tx) => {
    await mustBeKnown(tx, { viewerId: memberId, otherId: profile, site });
    // One after the other, so that no two take the last place.
    await tx.first(lockProfile, { memberId });
    const ids = { memberId, hiddenId: profile };
    await tx.run(insertHide, { ...ids, now: context.clock.now(), most: hiddenMembersMax });
    must(await tx.first(findHide, ids), 'hide.too-many', { max: hiddenMembersMax });
    tx.afterCommit(() => context.bus.publish(memberId, { type: 'member-hidden', profile, hidden: true }));
  });
  return { ok: true };
};
