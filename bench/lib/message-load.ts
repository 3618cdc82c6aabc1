import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import type { WebSocket } from 'ws';

import { toId } from '../../contract/platform/id.ts';
import { buildSessionCookie, openCalls, openConnection, openTab, type Connection, type Place } from './clients.ts';
import type { BenchMember, Pair } from './fill-members.ts';

export interface LoadResult {
  sent: number;
  seconds: number;
  /** Milliseconds from the time a message was due until the receiver's socket had it. */
  delivered: number[];
}

export interface OpenConversation extends Pair {
  conversation: ConversationId;
}

export type Way = 'http' | 'socket';

export type MessageLoad = Awaited<ReturnType<typeof openMessageLoad>>;

const path = '/api/message.php';
const words = ' is the number of this message, and the rest of it is about as long as people write.';

/**
 * Opens pairs of members who exchange messages. Every receiver has an open socket; with `sendersToo`, so has every
 * sender, as a page that writes has, and messages may go over it: the server reads at most 50 a second of each. A loop
 * throws if messages were refused or lost, because its figures would mean nothing.
 */
export async function openMessageLoad(
  place: Place,
  pairs: readonly (Pair & { conversation?: ConversationId })[],
  inFlight: number,
  { sendersToo = false } = {},
) {
  /** Due times by message number. The receiver's event removes the entry. */
  const due = new Map<number, number>();
  let delivered: number[] = [];
  let number = 0;
  const sockets = await Promise.all(pairs.map(({ receiver }) => openSocket(place, receiver)));
  for (const socket of sockets)
    socket.on('message', (data: Buffer) => {
      const known = Number(/"text":"(\d+) /.exec(data.toString('latin1'))?.[1]);
      const since = due.get(known);
      if (since === undefined) return;
      due.delete(known);
      delivered.push(performance.now() - since);
    });
  const senders = sendersToo ? await Promise.all(pairs.map(({ sender }) => openSocket(place, sender))) : [];
  const calls = new Map(senders.map((socket, n) => [pairs[n]?.sender, openCalls(socket)]));
  const free = await Promise.all(Array.from({ length: inFlight }, () => openConnection(place)));
  const connections = [...free];
  const started = new Map<Pair, ConversationId>(
    pairs.flatMap((pair) => (pair.conversation ? [[pair, pair.conversation]] : [])),
  );

  async function send(way: Way, connection: Connection, since = performance.now()): Promise<boolean> {
    const mine = (number += 1);
    // Spread messages over the conversations, in the same order in every run.
    const pair = pairs[(Math.imul(mine, 0x9e3779b1) >>> 0) % pairs.length];
    if (!pair) throw new Error('there are no conversations');
    due.set(mine, since);
    const known = started.get(pair);
    const target = known ? { conversation: known } : { profile: pair.receiver.id };
    const body = JSON.stringify({ ...target, text: `${mine}${words}`, idempotency_key: randomUUID() });
    const answer =
      way === 'http'
        ? await connection.post(path, buildSessionCookie(pair.sender), body)
        : await calls.get(pair.sender)?.(body);
    if (answer?.status !== 200) due.delete(mine);
    else if (!known) started.set(pair, toId(/"conversation":"([^"]+)"/.exec(answer.body)?.[1] ?? ''));
    return answer?.status === 200;
  }

  async function round(run: () => Promise<boolean[]>): Promise<LoadResult> {
    delivered = [];
    const began = performance.now();
    const results = await run();
    const seconds = (performance.now() - began) / 1_000;
    while (due.size > 0 && performance.now() - began < seconds * 1_000 + 10_000) await wait(1);
    const [sent, acknowledged] = [results.length, results.filter(Boolean).length];
    if (acknowledged !== sent || delivered.length !== sent)
      throw new Error(`of ${sent} messages ${acknowledged} were accepted and ${delivered.length} delivered`);
    return { sent, seconds, delivered };
  }

  return {
    conversations: (): OpenConversation[] => [...started].map(([pair, conversation]) => ({ ...pair, conversation })),
    /** Every connection sends its next message when the last one is answered; so many are on their way over sockets. */
    closedLoop: (until: { messages: number } | { seconds: number }, way: Way = 'http') =>
      round(async () => {
        let left = 'messages' in until ? until.messages : Infinity;
        const end = 'seconds' in until ? performance.now() + until.seconds * 1_000 : Infinity;
        const results: boolean[] = [];
        const work = async (connection: Connection): Promise<void> => {
          while (left-- > 0 && performance.now() < end) results.push(await send(way, connection));
        };
        await Promise.all(connections.map(work));
        return results;
      }),
    /** Open loop: sends at a fixed rate. Delays count from the time at which a message was due. */
    openLoop: (perSecond: number, seconds: number) =>
      round(async () => {
        const total = Math.floor(perSecond * seconds);
        const began = performance.now();
        const sent: Promise<boolean>[] = [];
        while (sent.length < total) {
          const since = began + (sent.length * 1_000) / perSecond;
          const connection = since <= performance.now() ? free.pop() : undefined;
          if (connection) sent.push(send('http', connection, since).finally(() => free.push(connection)));
          else await wait(1);
        }
        return Promise.all(sent);
      }),
    close: () => {
      for (const socket of [...sockets, ...senders]) socket.terminate();
      for (const connection of connections) connection.close();
    },
  };
}

export async function openSocket(place: Place, member: BenchMember): Promise<WebSocket> {
  const socket = openTab(place, member);
  await once(socket, 'message');
  return socket;
}
