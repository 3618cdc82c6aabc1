import { draftsMax } from '../../../contract/chat/limits.ts';
import type { Draft } from '../../../contract/chat/operations.ts';
import { findVisible } from '../../members/visibility/find-relationships.ts';
import { after } from '../../platform/clock.ts';
import type { RowOf } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { findDraft, forgetOldestDrafts, storeDraft } from '../queries.ts';

/** Stores a draft unless a later edit is stored. Idempotent. Throws profile.not-found, profile.blocked-you. */
export const saveDraft: Handler<'saveDraft'> = async ({ profile: otherId, text, age_ms }, call) => {
  const { context, member, site } = call;
  must(otherId !== member.id, 'profile.not-found');
  await findVisible(context.database, { site, viewerId: member.id }, otherId);
  const ids = { memberId: member.id, otherId };
  const at = after(context.clock.now(), -age_ms);
  const draft = await context.database.transaction(async (tx) => {
    const isLatest = (await tx.run(storeDraft, { ...ids, text, at })) === 1;
    if (isLatest) await tx.run(forgetOldestDrafts, { memberId: member.id, kept: draftsMax });
    // The draft may already be deleted, if every other kept draft is newer.
    const kept = presentDraft((await tx.first(findDraft, ids)) ?? { text, written_at: at });
    if (isLatest)
      tx.afterCommit(() => context.bus.publish(member.id, { type: 'draft', profile: otherId, draft: kept }));
    return kept;
  });
  return { draft };
};

export function presentDraft({ text, written_at }: RowOf<typeof findDraft>): Draft {
  return { text, at: written_at.toISOString() };
}
