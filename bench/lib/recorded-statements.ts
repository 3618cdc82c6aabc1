import { randomUUID } from 'node:crypto';

import pg from 'pg';

import type { Conversations, FilledConversation } from './fill-conversations.ts';

interface Recorded {
  name?: string;
  text: string;
  values: readonly unknown[];
}

/** What the app sent to PostgreSQL for one message of the template: statements that share a round trip together. */
export type RecordedMessage = readonly (readonly Recorded[])[];

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** Records every statement of this process while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedMessage> {
  const trips: Recorded[][] = [];
  let open = 0;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...given) {
    const [config, more] = given;
    const {
      name,
      text = '',
      values = [],
    } = (typeof config === 'string' ? { text: config } : config) as Partial<Recorded>;
    const one = { ...(name !== undefined && { name }), text, values: Array.isArray(more) ? more : values };
    if (open === 0) trips.push([one]);
    else trips.at(-1)?.push(one);
    open += 1;
    // The pool passes a function, others wait for a promise.
    const callback = given.at(-1);
    if (typeof callback === 'function')
      return query.call(this, ...given.slice(0, -1), (...answer: unknown[]) => {
        open -= 1;
        (callback as (...answer: unknown[]) => void)(...answer);
      });
    return (query.call(this, ...given) as Promise<unknown>).finally(() => (open -= 1));
  };
  await work().finally(() => (prototype.query = query));
  return trips;
}

interface StatementLoad {
  connections: number;
  batchSize: number;
  seconds: number;
}

/**
 * Repeats a recorded message by `pg` alone, without HTTP, rules or sockets, for other conversations and with new ids.
 * A transaction has `batchSize` of them. No connection waits for a row lock of another. Returns messages a second.
 */
export async function driveStatements(
  connection: pg.ClientConfig,
  filled: Conversations,
  recorded: RecordedMessage,
  { connections, batchSize, seconds }: StatementLoad,
): Promise<number> {
  const { conversations, templateIds } = filled;
  const buildBatch = prepareBatches(recorded, templateIds);
  const clients = Array.from({ length: connections }, () => new pg.Client({ ...connection, pipeline: true }));
  await Promise.all(clients.map((client) => client.connect()));
  const began = performance.now();
  let sent = 0;
  const work = async (client: pg.Client, n: number): Promise<void> => {
    const own = conversations.filter((_, index) => index % connections === n);
    const size = Math.min(batchSize, own.length);
    for (let at = 0; performance.now() < began + seconds * 1_000; at = (at + size) % own.length) {
      for (const trip of buildBatch([
        ...own.slice(at, at + size),
        ...own.slice(0, Math.max(0, at + size - own.length)),
      ]))
        await Promise.all(trip.map((one) => client.query(one)));
      sent += size;
    }
  };
  await Promise.all(clients.map(work));
  const took = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return sent / took;
}

type Write = (ids: readonly string[]) => string;

/**
 * Prepares the writes of a recorded message. Ids that the template did not have before are the message's own, and are
 * drawn for each message.
 */
function prepareBatches(recorded: RecordedMessage, templateIds: readonly string[]) {
  const ids = [...templateIds];
  const word = /[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
  const prepare = (text: string): Write => {
    const parts = text.split(new RegExp(`(${word.source})`)).map((part) => {
      if (!word.test(part)) return part;
      // A hash that the template does not know is that of the body, which may repeat.
      if (!ids.includes(part) && part.length === 64) return part;
      if (!ids.includes(part)) ids.push(part);
      return ids.indexOf(part);
    });
    return (own) => parts.map((part) => (typeof part === 'string' ? part : own[part])).join('');
  };
  const trips = recorded.map((trip) =>
    trip.map(({ values, ...statement }) => ({ ...statement, lists: values.map((value) => toList(value, prepare)) })),
  );
  return (conversations: readonly FilledConversation[]) => {
    const own = conversations.map((one) => [...one.ids, ...ids.slice(one.ids.length).map(() => randomUUID())]);
    return trips.map((trip) =>
      trip.map(({ lists, ...statement }) => ({ ...statement, values: lists.map((l) => l(own)) })),
    );
  };
}

/** Joins the lists of several messages to one, whether they are arrays or JSON. */
function toList(value: unknown, prepare: (text: string) => Write): (ids: readonly string[][]) => unknown {
  if (value instanceof Date) return () => new Date();
  if (Array.isArray(value)) {
    const each = value.map((item: unknown) => {
      if (Buffer.isBuffer(item)) {
        const write = prepare(item.toString('hex'));
        return (own: readonly string[]) => Buffer.from(write(own), 'hex');
      }
      return typeof item === 'string' ? prepare(item) : () => item;
    });
    return (ids) => ids.flatMap((own) => each.map((write) => write(own)));
  }
  if (typeof value === 'string' && value.startsWith('[')) {
    const write = prepare(value.slice(1, -1));
    return (ids) => `[${ids.map(write).join(',')}]`;
  }
  if (typeof value === 'string') throw new Error(`a statement of a message takes no list, but ${value}`);
  return () => value;
}
