import type { Reader } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import { type View, findRelationship } from './find-relationships.ts';
import { sightOf } from './rules.ts';

/**
 * Refuses what is said about a member of whom the viewer may know nothing: a made-up id leaves nothing behind, and the
 * answer reveals nobody who is not visible. Throws profile.not-found.
 */
export async function mustBeKnown(reader: Reader, view: View): Promise<void> {
  const relationship = await findRelationship(reader, view);
  must(relationship && sightOf(relationship) !== 'none', 'profile.not-found');
}
