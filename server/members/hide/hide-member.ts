import { hiddenMembersMax } from '../../../contract/members/limits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockProfile } from '../queries.ts';
import { type ViewedOn, findRelationships } from '../visibility/find-relationships.ts';
import { mustBeKnown } from '../visibility/must-be-known.ts';
import { isListed, deriveSight } from '../visibility/rules.ts';
import { deleteHide, findHide, insertHide, listHides } from './queries.ts';

/**
 * Leaves a member out of the caller's searches and suggestions. Nothing changes for the other member. Idempotent. At
 * the limit, hidden members whom the caller cannot see any more make room. Throws profile.not-found, hide.too-many.
 */
export const hideMember: Handler<'hideMember'> = async ({ profile }, { context, site, member }) => {
  const memberId = member.id;
  must(profile !== memberId, 'profile.not-found');
  await context.database.transaction(async (tx) => {
    await mustBeKnown(tx, { viewerId: memberId, otherId: profile, site });
    // Serialized, so that no two calls take the last place.
    await tx.first(lockProfile, { memberId });
    const ids = { memberId, hiddenId: profile };
    const hide = async (): Promise<boolean> => {
      await tx.run(insertHide, { ...ids, now: context.clock.now(), most: hiddenMembersMax });
      return (await tx.first(findHide, ids)) !== undefined;
    };
    const isHidden = (await hide()) || ((await makeRoom(tx, { viewerId: memberId, site })) && (await hide()));
    must(isHidden, 'hide.too-many', { max: hiddenMembersMax });
    tx.afterCommit(() => context.bus.publish(memberId, { type: 'member-hidden', profile, hidden: true }));
  });
  return { ok: true };
};

/** Unhides the member hidden longest of those whom the viewer cannot see. Returns false if there is none. */
async function makeRoom(tx: Transaction, { viewerId, site }: { viewerId: string; site: ViewedOn }): Promise<boolean> {
  const hidden = (await tx.all(listHides, { memberId: viewerId })).map((row) => row.hidden_id);
  const views = hidden.map((otherId) => ({ viewerId, otherId, site }));
  const relationships = await findRelationships(tx, views);
  const gone = hidden.findLast((_id, place) => {
    const relationship = relationships[place];
    return !relationship || !isListed(deriveSight(relationship));
  });
  if (gone === undefined) return false;
  await tx.run(deleteHide, { memberId: viewerId, hiddenId: gone });
  return true;
}
