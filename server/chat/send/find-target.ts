import type { Reader } from '../../platform/database/database.ts';
import { must, refuseFields } from '../../platform/failure.ts';
import { batchReads } from '../../platform/database/batch-reads.ts';
import { findOthers } from '../queries.ts';

/** Whom a call is about: a conversation of the member or another member; one of the two. */
export interface Target {
  conversation?: string;
  profile?: string;
}

const findOther = batchReads<{ memberId: string; conversation: string }, string>(async (reader, sides) => {
  const wanted = sides.map(({ memberId, conversation }) => ({ member_id: memberId, conversation_id: conversation }));
  const rows = await reader.all(findOthers, [JSON.stringify(wanted)]);
  const found = new Map(rows.map((row) => [`${row.member_id} ${row.conversation_id}`, row.other_id]));
  return sides.map(({ memberId, conversation }) => found.get(`${memberId} ${conversation}`));
});

/**
 * The others of conversations, by the one who asked and the conversation. A conversation is between the same two for
 * ever, so what was read once holds, and costs the next message no way to the database. Only this is remembered:
 * whether they may write is asked under their lock, each time.
 */
const others = new Map<string, string>();
const othersMost = 10_000;

async function otherOf(reader: Reader, memberId: string, conversation: string): Promise<string | undefined> {
  const name = `${memberId} ${conversation}`;
  const known = others.get(name);
  if (known !== undefined) return known;
  const found = await findOther(reader, { memberId, conversation });
  if (found === undefined) return undefined;
  others.set(name, found);
  for (const oldest of others.keys()) {
    if (others.size <= othersMost) break;
    others.delete(oldest);
  }
  return found;
}

/**
 * The other member of a target. Throws input.invalid when it names none or both, chat.not-found for a conversation
 * that is not the member's own: the same answer as for one that does not exist.
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
