import type { Reader } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import { toPairKey } from '../../platform/pair-key.ts';
import type { Site } from '../../platform/site.ts';
import { readRelationships } from '../queries.ts';
import { type Relationship, type Sight, type ViewerPair, deriveSight } from './rules.ts';

export type ViewedOn = Pick<Site, 'pool'> & {
  settings: Pick<Site['settings'], 'fictional_warning' | 'visible_profile_fields' | 'interests'>;
};

interface View extends ViewerPair {
  /** The site; null if it is unknown, as on the live channel: fictional members then count as labeled. */
  site: ViewedOn | null;
}

export async function findRelationships(reader: Reader, views: readonly View[]): Promise<(Relationship | undefined)[]> {
  if (views.length === 0) return [];
  const rows = await reader.all(readRelationships, {
    viewerIds: views.map(({ viewerId }) => viewerId),
    otherIds: views.map(({ otherId }) => otherId),
    pools: views.map(({ site }) => site?.pool ?? null),
  });
  const found = new Map(rows.map((row) => [toPairKey(row.viewer_id, row.other_id), row]));
  return views.map(({ viewerId, otherId, site }) => {
    const row = found.get(toPairKey(viewerId, otherId));
    return row && { ...row, unlabeled: row.fictional && site?.settings.fictional_warning === false };
  });
}

export async function findRelationship(reader: Reader, view: View): Promise<Relationship | undefined> {
  return (await findRelationships(reader, [view]))[0];
}

export interface Looking {
  site: ViewedOn;
  viewerId: MemberId | null;
}

/**
 * Returns the relationship to a member seen in full. Throws profile.blocked-you, and otherwise profile.not-found,
 * always with the same body (specification, sections 4 and 8).
 */
export async function findVisible(reader: Reader, looking: Looking, otherId: MemberId): Promise<Relationship> {
  const relationship = await findRelationship(reader, { ...looking, otherId });
  must(relationship && sightUnlessBlocked(relationship) === 'full', 'profile.not-found');
  return relationship;
}

/** Derives the viewer's sight. Throws profile.blocked-you, with only the `name`, if the other blocked the viewer. */
export function sightUnlessBlocked(relationship: Relationship): Sight {
  const sight = deriveSight(relationship);
  if (sight === 'blocked') refuse('profile.blocked-you', { name: relationship.name });
  return sight;
}

/** Refuses a member whom the viewer cannot know of, and a made-up id. Throws profile.not-found. */
export async function mustBeKnown(reader: Reader, view: View): Promise<void> {
  const relationship = await findRelationship(reader, view);
  must(relationship && deriveSight(relationship) !== 'none', 'profile.not-found');
}
