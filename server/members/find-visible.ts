import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { Site } from '../platform/site.ts';
import { type StandingRow, findStanding } from './queries.ts';
import { admission } from './rules.ts';

interface Looking {
  site: Site;
  /** Null: a visitor. */
  viewerId: string | null;
}

/**
 * How one member stands to a viewer who may see them. Throws profile.not-found for whoever does not exist, is not
 * active, is run by the house on a site without a label for it, or is invisible and never made contact: always with the
 * same body. Throws profile.blocked-you with the `name` and nothing else (specification, sections 4 and 8).
 */
export async function findVisible(reader: Reader, { site, viewerId }: Looking, memberId: string): Promise<StandingRow> {
  const row = await reader.first(findStanding, [memberId, viewerId]);
  must(row, 'profile.not-found');
  const admitted = admission({
    status: row.status,
    unseen: row.unseen,
    blockedYou: row.blocked_you,
    unlabelled: row.fictional && !site.settings.fictional_warning,
    samePool: row.pool === site.pool,
    own: row.member_id === viewerId,
  });
  must(admitted !== 'absent', 'profile.not-found');
  if (admitted === 'blocked') refuse('profile.blocked-you', { name: row.name });
  return row;
}

/** Whether a member's profile is shown to others at all, so that what they do may be told. */
export async function isShown(context: Pick<AppContext, 'database'>, memberId: string): Promise<boolean> {
  return (await context.database.first(findStanding, [memberId, null]))?.status === 'active';
}
