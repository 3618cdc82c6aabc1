import { hiddenMembersMax } from '../../../contract/members/limits.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockProfile, deleteHide, findHide, insertHide, listHides } from '../queries.ts';
import { type ViewedOn, findRelationships, mustBeKnown } from '../visibility/find-relationships.ts';
import { isListed, deriveSight } from '../visibility/rules.ts';

/** Hides a member from the caller's own searches. Idempotent. Throws profile.not-found, hide.too-many. */
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

/** Unhides the member hidden longest of those whom the viewer cannot see. */
async function makeRoom(tx: Transaction, { viewerId, site }: { viewerId: MemberId; site: ViewedOn }): Promise<boolean> {
  const hidden = (await tx.all(listHides, { memberId: viewerId })).map((row) => row.hidden_id);
  const relationships = await findRelationships(
    tx,
    hidden.map((otherId) => ({ viewerId, otherId, site })),
  );
  const gone = hidden.findLast((_id, place) => {
    const relationship = relationships[place];
    return !relationship || !isListed(deriveSight(relationship));
  });
  if (gone === undefined) return false;
  await tx.run(deleteHide, { memberId: viewerId, hiddenId: gone });
  return true;
}
