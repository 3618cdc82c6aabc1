import type { Reader } from '../../platform/database/database.ts';
import { must, refuse } from '../../platform/failure.ts';
import { type ViewedOn, findRelationship } from './find-relationships.ts';
import { type Relationship, deriveSight } from './rules.ts';

/** A viewer and the site in use. A viewer of null is a visitor. */
export interface Looking {
  site: ViewedOn;
  viewerId: string | null;
}

/**
 * Returns the relationship to a member whom the viewer sees in full. Throws profile.blocked-you with only the `name`,
 * and otherwise profile.not-found, always with the same body (specification, sections 4 and 8).
 */
export async function findVisible(
  reader: Reader,
  { site, viewerId }: Looking,
  memberId: string,
): Promise<Relationship> {
  const relationship = await findRelationship(reader, { viewerId, otherId: memberId, site });
  must(relationship, 'profile.not-found');
  const sight = deriveSight(relationship);
  if (sight === 'blocked') refuse('profile.blocked-you', { name: relationship.name });
  must(sight === 'full', 'profile.not-found');
  return relationship;
}
