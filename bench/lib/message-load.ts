import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { sessionCookieName } from '../../contract/accounts/limits.ts';
import { type Connection, openConnection } from './http.ts';
import type { BenchMember, Pair } from './fill-members.ts';

export interface LoadResult {
  acknowledged: number;
  sent: number;
  seconds: number;
  /** Milliseconds from the time a message was due until the receiver's socket had it. */
  delivered: number[];
}

export interface OpenConversation extends Pair {
  conversation: string;
}

/** A load generator: pairs of members who exchange messages. Every receiver has an open socket. */
export interface MessageLoad {
  /** Closed loop: every connection sends its next message when the last one is answered. */
  closedLoop(until: { messages: number } | { seconds: number }): Promise<LoadResult>;
  /** Open loop: sends at a fixed rate. Delays count from the time at which a message was due. */
  openLoop(perSecond: number, seconds: number): Promise<LoadResult>;
  conversations(): OpenConversation[];
  close(): void;
}

const path = '/api/message.php';
const words = ' is the number of this message, and the rest of it is about as long as people write.';

export async function openMessageLoad(
  place: { host: string; port: number },
  pairs: readonly Pair[],
  inFlight: number,
): Promise<MessageLoad> {
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
  const free = await Promise.all(Array.from({ length: inFlight }, () => openConnection(place.host, place.port)));
  const connections = [...free];
  const started = new Map<Pair, string>();

  async function send(connection: Connection, since = performance.now()): Promise<boolean> {
    const mine = (number += 1);
    // Spread messages over the conversations, in the same order in every run.
    const pair = pairs[(Math.imul(mine, 0x9e3779b1) >>> 0) % pairs.length];
    if (!pair) throw new Error('there are no conversations');
    due.set(mine, since);
    const known = started.get(pair);
    const target = known ? { conversation: known } : { profile: pair.receiver.id };
    const body = JSON.stringify({ ...target, text: `${mine}${words}`, idempotency_key: randomUUID() });
    const answer = await connection.post(path, buildSessionCookie(pair.sender), body);
    if (answer.status !== 200) due.delete(mine);
    else if (!known)
      started.set(pair, (JSON.parse(answer.body) as { message: { conversation: string } }).message.conversation);
    return answer.status === 200;
  }

  async function round(run: () => Promise<boolean[]>): Promise<LoadResult> {
    delivered = [];
    const began = performance.now();
    const results = await run();
    const seconds = (performance.now() - began) / 1_000;
    while (due.size > 0 && performance.now() - began < seconds * 1_000 + 10_000) await wait(1);
    return { acknowledged: results.filter(Boolean).length, sent: results.length, seconds, delivered };
  }

  return {
    conversations: () => [...started].map(([pair, conversation]) => ({ ...pair, conversation })),
    closedLoop: (until) =>
      round(async () => {
        let left = 'messages' in until ? until.messages : Infinity;
        const end = 'seconds' in until ? performance.now() + until.seconds * 1_000 : Infinity;
        const results: boolean[] = [];
        const work = async (connection: Connection): Promise<void> => {
          while (left-- > 0 && performance.now() < end) results.push(await send(connection));
        };
        await Promise.all(connections.map(work));
        return results;
      }),
    openLoop: (perSecond, seconds) => round(() => sendAtPace({ perSecond, seconds, free, send })),
    close: () => {
      for (const socket of sockets) socket.terminate();
      for (const connection of connections) connection.close();
    },
  };
}

interface Pace {
  perSecond: number;
  seconds: number;
  free: Connection[];
  send(connection: Connection, since: number): Promise<boolean>;
}

async function sendAtPace({ perSecond, seconds, free, send }: Pace): Promise<boolean[]> {
  const total = Math.floor(perSecond * seconds);
  const began = performance.now();
  const sent: Promise<boolean>[] = [];
  while (sent.length < total) {
    const since = began + (sent.length * 1_000) / perSecond;
    const connection = since <= performance.now() ? free.pop() : undefined;
    if (!connection) {
      await wait(1);
      continue;
    }
    sent.push(send(connection, since).finally(() => free.push(connection)));
  }
  return Promise.all(sent);
}

export function buildSessionCookie({ token }: BenchMember): string {
  return `${sessionCookieName}=${token}`;
}

/** Opens a member's live channel; resolves when it is ready. */
export async function openSocket(
  { host, port }: { host: string; port: number },
  member: BenchMember,
): Promise<WebSocket> {
  const headers = { cookie: buildSessionCookie(member), origin: `http://${host}:${port}` };
  const socket = new WebSocket(`ws://${host}:${port}/api/live`, { headers, perMessageDeflate: false });
  await once(socket, 'message');
  return socket;
}
