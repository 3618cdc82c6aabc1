import type { Redis } from 'ioredis';

import type { Log } from '../log.ts';

/** The connection to Redis or Valkey: what is published may arrive, and whoever lost the link knows it. */
export interface RedisLink {
  /** Whether every joined channel is heard. */
  up(): boolean;
  /** Rejects when Redis did not confirm: down, frozen, full, or too much under way. */
  publish(channel: string, bytes: Buffer): Promise<void>;
  join(channel: string): Promise<void>;
  leave(channel: string): void;
  close(): Promise<void>;
}

export interface RedisLinkEvents {
  onMessage(channel: string, bytes: Buffer): void;
  onUp(): void;
  onDown(): void;
}

const beatMs = 1_000;
// A Redis that says nothing for this long after a question is as good as gone.
const silenceMs = 3_000;
const longestRetryMs = 2_000;
// A node begins without Redis after this.
const firstWithinMs = 1_000;
// About 10 MB of events: what a frozen Redis may hold back before events go another way.
const underWayMax = 10_000;
const joinedAtOnce = 1_000;

/**
 * Opens the link and keeps it: nothing but the start waits for it, and that shortly; it comes back by itself. The
 * library is loaded only here.
 */
export async function openRedisLink(url: string, log: Log, events: RedisLinkEvents): Promise<RedisLink> {
  const redis = await connect(url);
  const channels = new Set<string>();
  let up = false;
  let underWay = 0;
  let closing = false;

  complainOnce(redis, log);
  redis.on('close', () => {
    if (!up) return;
    up = false;
    if (!closing) events.onDown();
  });
  redis.on('ready', () => {
    joinAll(redis, [...channels]).then(
      () => {
        up = true;
        events.onUp();
      },
      // Lost again on the way: the next connection tries again.
      () => redis.disconnect(true),
    );
  });
  redis.on('messageBuffer', (channel: Buffer, bytes: Buffer) => events.onMessage(channel.toString(), bytes));
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    setTimeout(resolve, firstWithinMs).unref();
  });
  // An idle connection gives no sign when it breaks.
  const beat = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => undefined);
  }, beatMs);

  return {
    up: () => up,
    publish: async (channel, bytes) => {
      if (!up || underWay >= underWayMax) throw new Error('the bus is not there');
      underWay += 1;
      try {
        await redis.publish(channel, bytes);
      } finally {
        underWay -= 1;
      }
    },
    join: async (channel) => {
      channels.add(channel);
      if (redis.status === 'ready') await redis.subscribe(channel);
    },
    leave: (channel) => {
      channels.delete(channel);
      // A link that is down forgets by itself.
      if (redis.status === 'ready') redis.unsubscribe(channel).catch(() => undefined);
    },
    close: async () => {
      closing = true;
      clearInterval(beat);
      // What is under way leaves, as long as Redis takes it; the time limit on its silence ends the wait.
      if (up) await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis');
  return new Redis(url, {
    // Redis 6 and later publish and listen on one connection.
    protocol: 3,
    // What cannot leave now goes another way: nothing is kept or repeated here.
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    retryStrategy: (attempt) => Math.min(100 * 2 ** attempt, longestRetryMs) * (0.5 + Math.random() / 2),
  });
}

// It tries for as long as the process lives: one line for each loss is enough.
function complainOnce(redis: Redis, log: Log): void {
  let complained = false;
  redis.on('ready', () => {
    complained = false;
  });
  redis.on('error', (error: Error) => {
    if (!complained) log.warn({ err: error.message }, 'the bus is not reached');
    complained = true;
  });
}

async function joinAll(redis: Redis, channels: string[]): Promise<void> {
  for (let start = 0; start < channels.length; start += joinedAtOnce)
    await redis.subscribe(...channels.slice(start, start + joinedAtOnce));
}
