import type { AppContext } from '../context.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { batchReads } from '../platform/database/batch-reads.ts';
import { must, refuseFields } from '../platform/failure.ts';
import { type PairKey, toPairKey } from '../platform/pair-key.ts';
import { findOthers } from './queries.ts';

export interface Target {
  conversation?: ConversationId;
  profile?: MemberId;
}

const findOther = batchReads<{ memberId: MemberId; conversation: ConversationId }, MemberId>(async (reader, sides) => {
  const memberIds = sides.map(({ memberId }) => memberId);
  const rows = await reader.all(findOthers, { memberIds, conversationIds: sides.map((side) => side.conversation) });
  const found = new Map(rows.map((row) => [toPairKey(row.member_id, row.conversation_id), row.other_id]));
  return sides.map(({ memberId, conversation }) => found.get(toPairKey(memberId, conversation)));
});

/** Saves each message a round trip: members of a conversation never change. Permissions are checked under locks. */
const createOthers = () => new BoundedMap<PairKey, MemberId>(10_000);

/**
 * Finds the other member of a target. Throws input.invalid for neither or both, and chat.not-found, also if the
 * conversation is of other members.
 */
export async function findTarget(
  { database, memory }: Pick<AppContext, 'database' | 'memory'>,
  memberId: MemberId,
  { conversation, profile }: Target,
): Promise<MemberId> {
  if (conversation === undefined) {
    refuseFields({ conversation: profile === undefined ? 'field.missing' : undefined });
    return profile!;
  }
  refuseFields({ profile: profile === undefined ? undefined : 'field.invalid' });
  const others = memory(createOthers);
  const cacheKey = toPairKey(memberId, conversation);
  const known = others.get(cacheKey);
  if (known !== undefined) return known;
  const found = await findOther(database, { memberId, conversation });
  must(found, 'chat.not-found');
  others.set(cacheKey, found);
  return found;
}
