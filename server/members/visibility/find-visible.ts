import type { Reader } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import { type ViewedOn, findRelationship } from './find-relationships.ts';
import { type Relationship, sightOf } from './rules.ts';

/** Who looks, and on which site. A viewer of null is a visitor. */
export interface Looking {
  site: ViewedOn;
  viewerId: string | null;
}

/**
 * How a viewer stands to a member whom they see in full. Throws profile.blocked-you with the `name` and nothing else,
 * and profile.not-found for everybody else, always with the same body (specification, sections 4 and 8).
 */
export async function findVisible(
  reader: Reader,
  { site, viewerId }: Looking,
  memberId: string,
): Promise<Relationship> {
  const relationship = await findRelationship(reader, { viewerId, otherId: memberId, site });
  must(relationship, 'profile.not-found');
  const sight = sightOf(relationship);
  if (sight === 'blocked') refuse('profile.blocked-you', { name: relationship.name });
  must(sight === 'full', 'profile.not-found');
  return relationship;
}
