import { draftsMax } from '../../../contract/chat/limits.ts';
import { findVisible } from '../../members/visibility/find-visible.ts';
import { after } from '../../platform/clock.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { presentDraft } from './present.ts';
import { findDraft, forgetOldestDrafts, storeDraft } from './queries.ts';

/**
 * Stores a member's draft to another member, unless a later edit is already stored, and tells the member's other
 * devices. Idempotent. Throws profile.not-found, profile.blocked-you.
 */
export const saveDraft: Handler<'saveDraft'> = async ({ profile: otherId, text, age_ms }, call) => {
  const { context, member, site } = call;
  const { database, clock, bus } = context;
  must(otherId !== member.id, 'profile.not-found');
  await findVisible(database, { site, viewerId: member.id }, otherId);
  const ids = { memberId: member.id, otherId };
  const at = after(clock.now(), -age_ms);
  const draft = await database.transaction(async (tx) => {
    const isLatest = (await tx.run(storeDraft, { ...ids, text, at })) === 1;
    if (isLatest) await tx.run(forgetOldestDrafts, { memberId: member.id, kept: draftsMax });
    // The draft may already be deleted, if every other kept draft is newer.
    const kept = presentDraft(await tx.first(findDraft, ids)) ?? { text, at: at.toISOString() };
    if (isLatest) tx.afterCommit(() => bus.publish(member.id, { type: 'draft', profile: otherId, draft: kept }));
    return kept;
  });
  return { draft };
};
