import type { Reader } from '../platform/database.ts';
import { must, refuseFields } from '../platform/failure.ts';
import { findOther } from './queries.ts';

/** Whom a call is about: a conversation of the member or another member; one of the two. */
export interface Target {
  conversation?: string;
  profile?: string;
}

/**
 * The other member of a target. Throws input.invalid when it names none or both, chat.not-found for a conversation
 * that is not the member's own: the same answer as for one that does not exist.
 */
export async function findTarget(reader: Reader, memberId: string, target: Target): Promise<string> {
  const { conversation, profile } = target;
  if (conversation !== undefined) {
    refuseFields({ profile: profile === undefined ? undefined : 'field.invalid' });
    const found = await reader.first(findOther, [memberId, conversation]);
    must(found, 'chat.not-found');
    return found.other_id;
  }
  refuseFields({ conversation: profile === undefined ? 'field.missing' : undefined });
  return profile ?? '';
}
