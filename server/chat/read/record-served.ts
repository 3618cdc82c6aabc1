import type { Message } from '../../../contract/chat/operations.ts';
import type { LiveEvent } from '../../../contract/events.ts';
import { countCodePoints } from '../../../contract/platform/text.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { type PairKey, toPairKey } from '../../platform/pair-key.ts';
import { type InboxRow, addServed, findTextLength } from '../queries.ts';

interface Served {
  memberId: MemberId;
  conversationId: ConversationId;
  seqs: readonly number[];
}

/**
 * Records messages that members are about to see without opening the conversation, so that the sender does not get
 * their credits back. Unread counts stay as they are.
 */
export async function recordServed(database: Database, served: readonly Served[]): Promise<void> {
  const wanted = served.filter(({ seqs }) => seqs.length > 0);
  if (wanted.length === 0) return;
  // Sides are locked in the same order everywhere.
  const sorted = wanted.toSorted((a, b) => (deriveSideKey(a) < deriveSideKey(b) ? -1 : 1));
  await database.transaction((tx) =>
    Promise.all(
      sorted.map(({ memberId, conversationId, seqs }) => {
        const ranges = seqs.map((seq) => `[${seq},${seq}]`).join(',');
        return tx.run(addServed, { memberId, conversationId, seqs: `{${ranges}}` });
      }),
    ),
  );
}

const deriveSideKey = ({ memberId, conversationId }: Pick<Served, 'memberId' | 'conversationId'>): PairKey =>
  toPairKey(memberId, conversationId);

export function isGiven({ own, text, photo, gift }: Pick<Message, 'own' | 'text' | 'photo' | 'gift'>): boolean {
  return !own && (text !== null || photo !== null || gift !== null);
}

/** Finds the message that a list entry shows in full; none if the reader knows it. Entries never show photos. */
export async function findServedByLine(reader: Reader, memberId: MemberId, row: InboxRow): Promise<Served[]> {
  const { conversation_id: conversationId, last_seq: seq, last_kind: kind, last_text: text, unserved } = row;
  if (!unserved || text === null || kind === 'photo') return [];
  // A preview is cut between characters, so only the length of the stored message tells whether text is missing.
  const length = (await reader.first(findTextLength, { conversationId, seq }))?.length ?? 0;
  return length > countCodePoints(text) ? [] : [{ memberId, conversationId, seqs: [seq] }];
}

// Sends to these members wait until the transaction ends: 15 to 60 ms for 100 sides on two busy cores.
const sidesAtOnce = 25;

/**
 * Remembers messages that a node's sockets send until they are read or recorded. Most are read at once, without a
 * write. Messages whose write fails stay queued.
 */
export function createServedLog({ database }: Pick<AppContext, 'database'>, atOnce = sidesAtOnce) {
  const waiting = new Map<string, Served>();
  const add = (served: Served): void => {
    const known = waiting.get(deriveSideKey(served))?.seqs ?? [];
    waiting.set(deriveSideKey(served), { ...served, seqs: [...known, ...served.seqs] });
  };
  return {
    sent(memberId: MemberId, event: LiveEvent): void {
      if (event.type === 'message' && isGiven(event.message)) {
        add({ memberId, conversationId: event.message.conversation, seqs: [event.message.seq] });
      } else if (event.type === 'read' && event.own) {
        const side = deriveSideKey({ memberId, conversationId: event.conversation });
        const known = waiting.get(side);
        const left = known?.seqs.filter((seq) => seq > event.seq) ?? [];
        if (known && left.length > 0) waiting.set(side, { ...known, seqs: left });
        else waiting.delete(side);
      }
    },
    async write(): Promise<void> {
      while (waiting.size > 0) {
        const part = [...waiting.values()].slice(0, atOnce);
        for (const one of part) waiting.delete(deriveSideKey(one));
        try {
          await recordServed(database, part);
        } catch (error) {
          for (const one of part) add(one);
          throw error;
        }
      }
    },
  };
}
