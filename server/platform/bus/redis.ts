import { unescape } from 'node:querystring';

import type { Redis, RedisOptions } from 'ioredis';

import { backoffMs } from '../../../contract/platform/backoff.ts';
import type { Log } from '../monitoring/log.ts';

/** The connection to Redis or Valkey. Delivery is not guaranteed, but a lost connection is always reported. */
export interface RedisLink {
  up(): boolean;
  /** Rejects when Redis did not confirm: down, frozen, full, or too many messages in flight. */
  publish(channel: string, bytes: Buffer): Promise<void>;
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): void;
  close(): Promise<void>;
}

export interface RedisLinkEvents {
  onMessage(channel: string, bytes: Buffer): void;
  onUp(): void;
  onDown(): void;
}

const pingMs = 1_000;
// A Redis that leaves a command unanswered for this long counts as down.
const timeoutMs = 3_000;
const firstRetryMs = 100;
const longestRetryMs = 2_000;
const firstConnectionMs = 1_000;
const sentinelTimeoutMs = 1_000;
// About 10 MB of events that a frozen Redis may hold up before events go through the database.
const inFlightMax = 10_000;
const channelsPerCommand = 1_000;

/** Opens a connection that reconnects automatically. Without Redis, it waits a second and goes on. */
export async function openRedisLink(url: string, log: Log, events: RedisLinkEvents): Promise<RedisLink> {
  const redis = await connectToRedis(url);
  const channels = new Set<string>();
  let up = false;
  let inFlight = 0;
  let closing = false;

  logOncePerLoss(redis, log);
  redis.on('close', () => {
    if (!up) return;
    up = false;
    if (!closing) events.onDown();
  });
  redis.on('ready', () => {
    subscribeAll(redis, [...channels]).then(
      () => {
        up = true;
        events.onUp();
      },
      // Lost again meanwhile: the next connection tries again.
      () => redis.disconnect(true),
    );
  });
  redis.on('messageBuffer', (channel: Buffer, bytes: Buffer) => events.onMessage(channel.toString(), bytes));
  await whenReady(redis);
  // An idle connection does not notice that it is broken.
  const pings = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => undefined);
  }, pingMs);

  return {
    up: () => up,
    publish: async (channel, bytes) => {
      if (!up || inFlight >= inFlightMax) throw new Error('Redis is not available');
      inFlight += 1;
      try {
        await redis.publish(channel, bytes);
      } finally {
        inFlight -= 1;
      }
    },
    subscribe: async (channel) => {
      channels.add(channel);
      if (redis.status === 'ready') await redis.subscribe(channel);
    },
    unsubscribe: (channel) => {
      channels.delete(channel);
      // A lost connection has no subscriptions left.
      if (redis.status === 'ready') redis.unsubscribe(channel).catch(() => undefined);
    },
    close: async () => {
      closing = true;
      clearInterval(pings);
      // Messages in flight are still sent; the timeout of the connection bounds the wait.
      if (up) await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

/** Names the mapping of replies: if it were inferred, the compiler would compare all commands for a second. */
type Options = RedisOptions & { replyMapping?: 'legacy' };

/** Connects and reconnects. A command fails at once while Redis is away. Only this loads the library. */
export async function connectToRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const sentinels = readSentinels(url);
  const options: Options = {
    // RESP3, from Redis 6 on, publishes and subscribes on one connection.
    protocol: 3,
    // An event that cannot be sent now goes through the database: nothing is queued or repeated here.
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    retryStrategy: (attempt) => backoffMs(attempt, firstRetryMs, longestRetryMs) * (0.5 + Math.random() / 2),
  };
  return sentinels ? new Redis<'legacy'>({ ...options, ...sentinels }) : new Redis<'legacy'>(url, options);
}

/** True for the address of a Redis, and for a list of its Sentinels. */
export function isRedisUrl(url: string): boolean {
  return readSentinels(url) !== null || (URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol));
}

// A URL has one host, so it cannot be parsed as one.
const sentinelsUrl = /^redis\+sentinel:\/\/(?:([^:@/]*):([^@/]+)@)?((?:[^@/,]+,)*[^@/,]+)\/([^/?#]+)$/;

/** Reads `redis+sentinel://user:password@one:26379,two:26379/name`. The Sentinels have the same password, or none. */
function readSentinels(url: string): Options | null {
  const [, username = '', password = '', hosts = '', name] = sentinelsUrl.exec(url) ?? [];
  const urls = hosts.split(',').map((host) => `redis://${host}`);
  if (name === undefined || !urls.every((one) => URL.canParse(one))) return null;
  return {
    name: unescape(name),
    sentinels: urls
      .map((one) => new URL(one))
      .map(({ hostname, port }) => ({
        // The brackets of an IPv6 address belong to the URL.
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || 26_379),
      })),
    ...(username && { username: unescape(username) }),
    ...(password && { password: unescape(password), sentinelPassword: unescape(password) }),
    // A master that was replaced without noticing it would go on taking events that nobody hears.
    failoverDetector: true,
    sentinelCommandTimeout: sentinelTimeoutMs,
  };
}

/** Resolves once Redis responds, or after a second: a node starts without it. */
export function whenReady(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    redis.once('ready', resolve);
    setTimeout(resolve, firstConnectionMs).unref();
  });
}

function logOncePerLoss(redis: Redis, log: Log): void {
  let logged = false;
  redis.on('ready', () => {
    logged = false;
  });
  redis.on('error', (error: Error) => {
    if (!logged) log.warn({ err: error.message }, 'Redis cannot be reached');
    logged = true;
  });
}

async function subscribeAll(redis: Redis, channels: string[]): Promise<void> {
  for (let start = 0; start < channels.length; start += channelsPerCommand)
    await redis.subscribe(...channels.slice(start, start + channelsPerCommand));
}
