import type { LiveEvent } from '../../../contract/events.ts';
import type { Message } from '../../../contract/chat.ts';
import { countCodePoints } from '../../../contract/text.ts';
import type { AppContext } from '../../context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type InboxRow, addServed, findTextLength } from '../queries.ts';

/** Messages of the other in a conversation, by their `seq`. */
export interface Served {
  conversationId: string;
  seqs: readonly number[];
}

/**
 * Records messages of others that a member is given without opening the conversation, before they are given: their credits
 * are not returned to the sender as unopened. Messages that were read, or given before, are not written again. The counts
 * of read and unread stay as they are.
 */
export async function recordServed(
  { database }: Pick<AppContext, 'database'>,
  memberId: string,
  served: readonly Served[],
): Promise<void> {
  const wanted = served.filter(({ seqs }) => seqs.length > 0);
  if (wanted.length === 0) return;
  // One side is locked after the other in one order, as everywhere.
  const sorted = wanted.toSorted((a, b) => (a.conversationId < b.conversationId ? -1 : 1));
  await database.transaction((tx) =>
    Promise.all(
      sorted.map(({ conversationId, seqs }) => tx.run(addServed, { memberId, conversationId, seqs: rangesOf(seqs) })),
    ),
  );
}

/** Whether a message as it is presented gives its reader what the other sent. */
export function isGiven({ own, text, photo, gift }: Pick<Message, 'own' | 'text' | 'photo' | 'gift'>): boolean {
  return !own && (text !== null || photo !== null || gift !== null);
}

/** The message that a line of the list shows whole, if its reader was not given it before: a photo is not shown there. */
export async function servedByLine(reader: Reader, row: InboxRow): Promise<Served[]> {
  const { conversation_id: conversationId, last_seq: seq, last_kind: kind, last_text: text, unserved } = row;
  if (!unserved || text === null || kind === 'photo') return [];
  // A preview ends between two characters, so only its message knows whether it goes on.
  const length = (await reader.first(findTextLength, { conversationId, seq }))?.length ?? 0;
  return length > countCodePoints(text) ? [] : [{ conversationId, seqs: [seq] }];
}

/**
 * Remembers the messages that events bring to one socket of a member until they are read or recorded. What could not be
 * recorded waits for the next time.
 */
export function createServedLog(context: Pick<AppContext, 'database'>, memberId: string) {
  const waiting = new Map<string, number[]>();
  const add = (conversation: string, seqs: readonly number[]): void =>
    void waiting.set(conversation, [...(waiting.get(conversation) ?? []), ...seqs]);
  return {
    sent(event: LiveEvent): void {
      if (event.type === 'message' && isGiven(event.message)) {
        add(event.message.conversation, [event.message.seq]);
      } else if (event.type === 'read' && event.own) {
        const left = waiting.get(event.conversation)?.filter((seq) => seq > event.seq) ?? [];
        if (left.length > 0) waiting.set(event.conversation, left);
        else waiting.delete(event.conversation);
      }
    },
    async write(): Promise<void> {
      const served = [...waiting].map(([conversationId, seqs]) => ({ conversationId, seqs }));
      waiting.clear();
      try {
        await recordServed(context, memberId, served);
      } catch (error) {
        for (const { conversationId, seqs } of served) add(conversationId, seqs);
        throw error;
      }
    },
  };
}

/** Numbers as PostgreSQL writes a set of ranges. */
export function rangesOf(seqs: readonly number[]): string {
  return `{${seqs.map((seq) => `[${seq},${seq}]`).join(',')}}`;
}
