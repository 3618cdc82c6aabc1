import type { Reader } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import { type View, findRelationship } from './find-relationships.ts';
import { deriveSight } from './rules.ts';

/** Refuses a call about a member whose existence the viewer may not know, or a made-up id. Throws profile.not-found. */
export async function mustBeKnown(reader: Reader, view: View): Promise<void> {
  const relationship = await findRelationship(reader, view);
  must(relationship && deriveSight(relationship) !== 'none', 'profile.not-found');
}
