import pg from 'pg';

import type { Log } from '../monitoring/log.ts';

/**
 * While some node is without Redis, NOTIFY says which members have news, by id. Never on the path of a write: one
 * connection sends at most a few notifications a second, with many ids in each.
 */
export interface PgBus {
  /** Whether there is a node that needs notifications; `withoutRedis`: this one does not receive from Redis. */
  needed(withoutRedis: boolean): boolean;
  /** Announces that a member has news, within a fraction of a second. `viaRedisToo`: nodes on Redis have it already. */
  add(memberId: MemberId, viaRedisToo: boolean): void;
  /** Announces that a member changed something, sooner: the member may be about to look. */
  addChange(memberId: MemberId): void;
  /** Announces at once whether this node receives from Redis, instead of with the next heartbeat. */
  announce(): Promise<void>;
  up(): boolean;
  close(): Promise<void>;
}

export interface PgBusEvents {
  isWithoutRedis(): boolean;
  onNews(memberIds: MemberId[]): void;
  onChanges(memberIds: MemberId[]): void;
  /** Connected for the first time or again: notifications may have been missed. */
  onConnected(): void;
}

const channel = 'tealight_bus';
const flushMs = 200;
const flushChangesMs = 20;
const heartbeatMs = 5_000;
// First attempt after a loss; after that, every heartbeat tries again.
const reconnectMs = 300;
// Three heartbeats: one may be lost and one late.
const presumedAliveMs = 15_000;
// A notification holds at most 8,000 bytes; an id takes 36, and a comma.
const idsPerNotification = 200;
const timeoutMs = 5_000;

type Kind = 'here' | 'without-redis' | 'news' | 'copy' | 'changes';

/** Connects with the settings of the pool, and reconnects automatically after a loss. */
export async function openPgBus(options: pg.ClientConfig, node: string, log: Log, events: PgBusEvents): Promise<PgBus> {
  let client: pg.Client | undefined;
  let closed = false;
  let busy = false;
  // Other nodes, some of them without Redis, are presumed to exist until their silence proves otherwise.
  let othersUntil = Date.now() + presumedAliveMs;
  let withoutRedisUntil = othersUntil;

  const send = async (kind: Kind, text = ''): Promise<void> => {
    if (!client) throw new Error('no connection');
    await client.query('select pg_notify($1, $2)', [channel, `${node} ${kind} ${text}`]);
  };
  const announce = (): Promise<void> => send(events.isWithoutRedis() ? 'without-redis' : 'here');
  const news = collectIds(flushMs, (ids) => send('news', ids.join(',')));
  const copies = collectIds(flushMs, (ids) => send('copy', ids.join(',')));
  const changes = collectIds(flushChangesMs, (ids) => send('changes', ids.join(',')));
  const flushAll = (): Promise<unknown> => Promise.all([news, copies, changes].map((ids) => ids.flush()));

  const receive = (payload: string): void => {
    const [sender, kind, text = ''] = payload.split(' ');
    if (sender === node) return;
    othersUntil = Date.now() + presumedAliveMs;
    if (kind === 'without-redis') withoutRedisUntil = othersUntil;
    if (kind === 'news' || (kind === 'copy' && events.isWithoutRedis())) events.onNews(text.split(',') as MemberId[]);
    if (kind === 'changes') events.onChanges(text.split(',') as MemberId[]);
  };
  const drop = (lost: pg.Client): void => {
    if (client === lost) {
      client = undefined;
      setTimeout(() => void keepAlive(), reconnectMs).unref();
    }
    lost.end().catch(() => undefined);
  };
  const connect = async (): Promise<void> => {
    const fresh = await listen(options, receive, drop);
    if (closed) return drop(fresh);
    client = fresh;
    // Anything that others announced before this was missed.
    withoutRedisUntil = othersUntil = Date.now() + presumedAliveMs;
    await announce();
    await flushAll();
    events.onConnected();
  };
  const keepAlive = async (): Promise<void> => {
    if (busy || closed) return;
    busy = true;
    const current = client;
    try {
      await (current ? announce() : connect());
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'the notifications between nodes are interrupted');
      if (current) drop(current);
    }
    busy = false;
  };

  await keepAlive();
  const heartbeat = setInterval(() => void keepAlive(), heartbeatMs);
  return {
    needed: (withoutRedis) => Date.now() < (withoutRedis ? othersUntil : withoutRedisUntil),
    add: (memberId, viaRedisToo) => (viaRedisToo ? copies : news).add(memberId),
    addChange: (memberId) => changes.add(memberId),
    announce: () => announce().catch(() => undefined),
    up: () => client !== undefined,
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      await flushAll();
      await client?.end().catch(() => undefined);
    },
  };
}

async function listen(
  options: pg.ClientConfig,
  onNotification: (payload: string) => void,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...options,
    application_name: `${(options.application_name ?? 'tealight').slice(0, 59)} bus`,
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    return client;
  } catch (error) {
    onLost(client);
    throw error;
  }
}

function collectIds(
  afterMs: number,
  send: (ids: MemberId[]) => Promise<void>,
): { add(id: MemberId): void; flush(): Promise<void> } {
  const pending = new Set<MemberId>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (pending.size > 0) {
      const ids = [...pending].slice(0, idsPerNotification);
      for (const id of ids) pending.delete(id);
      try {
        await send(ids);
      } catch {
        // The ids wait for the connection, which returns with the database; without the database there is no news.
        for (const id of ids) pending.add(id);
        return;
      }
    }
  };
  return {
    flush,
    add: (id) => {
      pending.add(id);
      timer ??= setTimeout(() => void flush(), afterMs);
    },
  };
}
