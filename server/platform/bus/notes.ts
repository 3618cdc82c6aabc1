import pg from 'pg';

import type { Log } from '../log.ts';

/**
 * What nodes tell each other through the database while some of them do not hear the bus: who has news, by id. Never
 * on the path of a write: one connection of its own, several times a second at most, many ids at once.
 */
export interface BusNotes {
  /** Whether a node is about that does not hear the bus; `deaf` says that this one does not. */
  needed(deaf: boolean): boolean;
  /** Notes that a member has news; the nodes hear of it within a fraction of a second. `copy`: Redis has it too. */
  add(memberId: string, copy: boolean): void;
  /** Says at once how this node hears, instead of at the next beat. */
  tell(): Promise<void>;
  close(): Promise<void>;
}

export interface BusNotesEvents {
  isDeaf(): boolean;
  onNews(memberIds: string[]): void;
  /** The connection is back, or heard for the first time: notes may have been missed. */
  onBack(): void;
}

const channel = 'tealight_bus';
const flushMs = 200;
const beatMs = 5_000;
// After a loss; where that fails, the beats go on trying.
const returnMs = 300;
// Three beats: one may be lost and one late.
const believedMs = 15_000;
// A note holds at most 8,000 bytes; an id has 36, and a comma.
const idsPerNote = 200;
const answersWithinMs = 5_000;

type Kind = 'here' | 'deaf' | 'news' | 'copy';

/** Opens the notes with the connection settings of the pool; comes back by itself after a loss. */
export async function openBusNotes(
  options: pg.ClientConfig,
  node: string,
  log: Log,
  events: BusNotesEvents,
): Promise<BusNotes> {
  let client: pg.Client | undefined;
  let closed = false;
  let busy = false;
  // Others, and deaf ones among them, are believed to be about until silence says that there are none.
  let othersUntil = Date.now() + believedMs;
  let deafUntil = othersUntil;

  const say = async (kind: Kind, text = ''): Promise<void> => {
    if (!client) throw new Error('no connection');
    await client.query('select pg_notify($1, $2)', [channel, `${node} ${kind} ${text}`]);
  };
  const tell = (): Promise<void> => say(events.isDeaf() ? 'deaf' : 'here');
  const news = collectNews((ids) => say('news', ids.join(',')));
  const copies = collectNews((ids) => say('copy', ids.join(',')));

  const hear = (note: string): void => {
    const [sender, kind, text = ''] = note.split(' ');
    if (sender === node) return;
    othersUntil = Date.now() + believedMs;
    if (kind === 'deaf') deafUntil = othersUntil;
    if (kind === 'news' || (kind === 'copy' && events.isDeaf())) events.onNews(text.split(','));
  };
  const lose = (lost: pg.Client): void => {
    if (client === lost) {
      client = undefined;
      setTimeout(() => void keep(), returnMs).unref();
    }
    lost.end().catch(() => undefined);
  };
  const open = async (): Promise<void> => {
    const fresh = await listen(options, hear, lose);
    if (closed) return lose(fresh);
    client = fresh;
    // What they said before nobody heard it here.
    deafUntil = othersUntil = Date.now() + believedMs;
    await tell();
    await Promise.all([news.flush(), copies.flush()]);
    events.onBack();
  };
  const keep = async (): Promise<void> => {
    if (busy || closed) return;
    busy = true;
    const mine = client;
    try {
      await (mine ? tell() : open());
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'the notes between nodes are interrupted');
      if (mine) lose(mine);
    }
    busy = false;
  };

  await keep();
  const beat = setInterval(() => void keep(), beatMs);
  return {
    needed: (deaf) => Date.now() < (deaf ? othersUntil : deafUntil),
    add: (memberId, copy) => (copy ? copies : news).add(memberId),
    tell: () => tell().catch(() => undefined),
    close: async () => {
      closed = true;
      clearInterval(beat);
      await Promise.all([news.flush(), copies.flush()]);
      await client?.end().catch(() => undefined);
    },
  };
}

/** A connection that listens. `lost` is called when it breaks. */
async function listen(
  options: pg.ClientConfig,
  hear: (note: string) => void,
  lost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...options,
    application_name: 'tealight notes',
    keepAlive: true,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  });
  client.on('error', () => lost(client));
  client.on('end', () => lost(client));
  client.on('notification', ({ payload }) => hear(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    return client;
  } catch (error) {
    lost(client);
    throw error;
  }
}

/** Gathers ids for a moment and sends them together. */
function collectNews(send: (ids: string[]) => Promise<void>): { add(id: string): void; flush(): Promise<void> } {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (pending.size > 0) {
      const ids = [...pending].slice(0, idsPerNote);
      for (const id of ids) pending.delete(id);
      try {
        await send(ids);
      } catch {
        // They wait for the connection, which comes back with the database: without one nothing new happens either.
        for (const id of ids) pending.add(id);
        return;
      }
    }
  };
  return {
    flush,
    add: (id) => {
      pending.add(id);
      timer ??= setTimeout(() => void flush(), flushMs);
    },
  };
}
