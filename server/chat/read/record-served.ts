import type { LiveEvent } from '../../../contract/events.ts';
import type { Message } from '../../../contract/chat/operations.ts';
import { countCodePoints } from '../../../contract/platform/text.ts';
import type { AppContext } from '../../context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type InboxRow, addServed, findTextLength } from '../queries.ts';

/** Messages of the other member in a conversation, by `seq`. */
export interface Served {
  conversationId: string;
  seqs: readonly number[];
}

/**
 * Records messages that a member is about to see without opening the conversation, so that the sender does not get
 * their credits back. Unread counts stay as they are. Messages that were read or recorded earlier are not written
 * again.
 */
export async function recordServed(
  context: Pick<AppContext, 'database'>,
  memberId: string,
  served: readonly Served[],
): Promise<void> {
  await recordAll(
    context,
    served.map((one) => ({ memberId, ...one })),
  );
}

type ServedTo = Served & { memberId: string };

async function recordAll({ database }: Pick<AppContext, 'database'>, served: readonly ServedTo[]): Promise<void> {
  const wanted = served.filter(({ seqs }) => seqs.length > 0);
  if (wanted.length === 0) return;
  // Sides are locked one after the other in the order used everywhere.
  const orderOf = ({ memberId, conversationId }: ServedTo): string => `${memberId} ${conversationId}`;
  const sorted = wanted.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  await database.transaction((tx) =>
    Promise.all(
      sorted.map(({ memberId, conversationId, seqs }) =>
        tx.run(addServed, { memberId, conversationId, seqs: toMultirange(seqs) }),
      ),
    ),
  );
}

/** True if a presented message shows its reader content of the other member. */
export function isGiven({ own, text, photo, gift }: Pick<Message, 'own' | 'text' | 'photo' | 'gift'>): boolean {
  return !own && (text !== null || photo !== null || gift !== null);
}

/** The message that a list entry shows in full, if it is new to the reader. Entries never show photos. */
export async function servedByLine(reader: Reader, row: InboxRow): Promise<Served[]> {
  const { conversation_id: conversationId, last_seq: seq, last_kind: kind, last_text: text, unserved } = row;
  if (!unserved || text === null || kind === 'photo') return [];
  // A preview is cut between characters, so only the length of the stored message tells whether text is missing.
  const length = (await reader.first(findTextLength, { conversationId, seq }))?.length ?? 0;
  return length > countCodePoints(text) ? [] : [{ conversationId, seqs: [seq] }];
}

// Sends to these members wait until the transaction ends: 15 to 60 ms for 100 sides on two busy cores.
const sidesAtOnce = 25;

/**
 * Remembers messages that events bring to a node's sockets until they are read or recorded. Most are read at once, and
 * then cost no write. Messages whose write fails stay queued for the next one.
 */
export function createServedLog(context: Pick<AppContext, 'database'>, atOnce = sidesAtOnce) {
  const waiting = new Map<string, ServedTo>();
  const add = ({ memberId, conversationId, seqs }: ServedTo): void => {
    const side = `${memberId} ${conversationId}`;
    const known = waiting.get(side)?.seqs ?? [];
    waiting.set(side, { memberId, conversationId, seqs: [...known, ...seqs] });
  };
  return {
    sent(memberId: string, event: LiveEvent): void {
      if (event.type === 'message' && isGiven(event.message)) {
        add({ memberId, conversationId: event.message.conversation, seqs: [event.message.seq] });
      } else if (event.type === 'read' && event.own) {
        const side = `${memberId} ${event.conversation}`;
        const known = waiting.get(side);
        const left = known?.seqs.filter((seq) => seq > event.seq) ?? [];
        if (known && left.length > 0) waiting.set(side, { ...known, seqs: left });
        else waiting.delete(side);
      }
    },
    async write(): Promise<void> {
      while (waiting.size > 0) {
        const part = [...waiting].slice(0, atOnce);
        for (const [side] of part) waiting.delete(side);
        try {
          await recordAll(
            context,
            part.map(([, one]) => one),
          );
        } catch (error) {
          for (const [, one] of part) add(one);
          throw error;
        }
      }
    },
  };
}

/** Formats numbers as a PostgreSQL multirange. */
export function toMultirange(seqs: readonly number[]): string {
  return `{${seqs.map((seq) => `[${seq},${seq}]`).join(',')}}`;
}
