import type { Reader } from '../platform/database/database.ts';
import { batchReads } from '../platform/database/batch-reads.ts';
import { must, refuseFields } from '../platform/failure.ts';
import { findOthers } from './queries.ts';

/** The target of a call: one of the member's conversations or another member, never both. */
export interface Target {
  conversation?: string;
  profile?: string;
}

const findOther = batchReads<{ memberId: string; conversation: string }, string>(async (reader, sides) => {
  const wanted = sides.map(({ memberId, conversation }) => ({ member_id: memberId, conversation_id: conversation }));
  const rows = await reader.all(findOthers, { sides: wanted });
  const found = new Map(rows.map((row) => [`${row.member_id} ${row.conversation_id}`, row.other_id]));
  return sides.map(({ memberId, conversation }) => found.get(`${memberId} ${conversation}`));
});

/**
 * The other member by asking member and conversation. The members of a conversation never change, so this cache saves
 * each message a round trip to the database. Whether they may write is always checked under locks.
 */
const others = new Map<string, string>();
const othersMax = 10_000;

async function otherOf(reader: Reader, memberId: string, conversation: string): Promise<string | undefined> {
  const cacheKey = `${memberId} ${conversation}`;
  const known = others.get(cacheKey);
  if (known !== undefined) return known;
  const found = await findOther(reader, { memberId, conversation });
  if (found === undefined) return undefined;
  others.set(cacheKey, found);
  for (const oldest of others.keys()) {
    if (others.size <= othersMax) break;
    others.delete(oldest);
  }
  return found;
}

/**
 * Returns the id of the target's other member. Throws input.invalid if the target names neither or both, and
 * chat.not-found for a conversation of other members, exactly as for one that does not exist.
 */
export async function findTarget(reader: Reader, memberId: string, target: Target): Promise<string> {
  const { conversation, profile } = target;
  if (conversation !== undefined) {
    refuseFields({ profile: profile === undefined ? undefined : 'field.invalid' });
    const found = await otherOf(reader, memberId, conversation);
    must(found, 'chat.not-found');
    return found;
  }
  refuseFields({ conversation: profile === undefined ? 'field.missing' : undefined });
  return profile ?? '';
}
