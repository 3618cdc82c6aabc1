import type { Reader } from '../../platform/database/database.ts';
import type { Site } from '../../platform/site.ts';
import { readRelationships } from './queries.ts';
import type { Relationship, ViewerPair } from './rules.ts';

/** A site's pool, its label for fictional members, and the profile fields that it shows. */
export type ViewedOn = Pick<Site, 'pool'> & {
  settings: Pick<Site['settings'], 'fictional_warning' | 'visible_profile_fields' | 'interests'>;
};

/** A pair and the site on which the viewer looks. */
export interface View extends ViewerPair {
  /** Null if the site is unknown, as on the live channel: fictional members then count as labelled. */
  site: ViewedOn | null;
}

/** Reads relationships in one query, in the order of the views; undefined for an unknown id. */
export async function findRelationships(reader: Reader, views: readonly View[]): Promise<(Relationship | undefined)[]> {
  if (views.length === 0) return [];
  const wanted = views.map(({ viewerId, otherId, site }) => ({
    viewer_id: viewerId,
    other_id: otherId,
    pool: site?.pool ?? null,
  }));
  const rows = await reader.all(readRelationships, { views: wanted });
  const found = new Map(rows.map((row) => [`${row.viewer_id} ${row.other_id}`, row]));
  return views.map(({ viewerId, otherId, site }) => {
    const row = found.get(`${viewerId} ${otherId}`);
    return row && { ...row, unlabelled: row.fictional && site?.settings.fictional_warning === false };
  });
}

/** Reads one relationship. */
export async function findRelationship(reader: Reader, view: View): Promise<Relationship | undefined> {
  return (await findRelationships(reader, [view]))[0];
}
