import { createHmac, randomUUID } from 'node:crypto';

import type { Redis } from 'ioredis';

import { connectToRedis, whenReady } from '../bus/redis.ts';
import type { Reader } from '../database/database.ts';
import type { Log } from '../monitoring/log.ts';
import { countNodes } from '../queries.ts';

/** Something that every node counts for itself until a moment, and that all nodes together limit. */
export interface SharedCount {
  /** Redis gets only the keyed hash of this name. */
  readonly name: string;
  msLeft(): number;
  /** Returns everything that this node counted: a number, which nodes add up, or bits, of which they form the union. */
  read(): number | Uint8Array;
  /** Takes over what all nodes counted, `own` included, and when the count ends on all of them. */
  learn(own: number | Uint8Array, total: number | Uint8Array, msLeft: number): void;
}

export interface SharedCounts {
  /** Redis gets this count within a second. */
  markChanged(count: SharedCount): void;
  /** Redis gets all counts that `list` returns when it has lost its memory. */
  register(list: () => Iterable<SharedCount>): void;
  /**
   * What one thing counts that other nodes do not know yet: once, or once for each node while Redis is out of reach.
   * Each node then uses its share of what is left of a limit, so that up to ten nodes together stay within it.
   */
  weight(): number;
  /** Exchanges now instead of with the next second. Never rejects. */
  exchange(): Promise<void>;
  /** Tells other nodes what they do not know yet. */
  close(): Promise<void>;
}

interface SharedCountsParts {
  redisUrl: string;
  /** Asked for the number of nodes while Redis is out of reach. */
  database: Reader;
  secret: string;
  log: Log;
}

const everyMs = 1_000;
/** Without an exchange for this long, other nodes may have counted much that this one does not know. */
const trustedMs = 3_000;
const countsPerScript = 500;
const countEveryMs = 10_000;
/** A node never allows less than a tenth of what is left, or many nodes would refuse nearly everything. */
const sharesMax = 10;

/**
 * Stores what a node counted and returns what all nodes counted, with the milliseconds that are left; 0 for a count
 * that is over by the clock of Redis. Running it twice, or late, changes nothing: a node stores its whole count, and
 * when it ends. The reply begins with the clock, and with whether Redis still knows the node's connection (KEYS[1]).
 */
const script = `
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local reply = { now, redis.call('exists', KEYS[1]) }
redis.call('set', KEYS[1], '', 'px', 15000)
for i = 3, #KEYS do
  local key, ends, kind, own = KEYS[i], ARGV[3 * i - 7], ARGV[3 * i - 6], ARGV[3 * i - 5]
  local left, total, known = ends - now, 0, redis.call('pttl', key)
  -- The first node decides about the end, unless another was there before Redis lost its memory.
  if known >= 0 and known < left + 3000 then left = known end
  if left > 0 then
    if kind == 'bits' then
      redis.call('set', KEYS[2], own, 'px', 1000)
      redis.call('bitop', 'or', key, key, KEYS[2])
      total = redis.call('get', key)
    else
      redis.call('hset', key, ARGV[1], own)
      for _, part in ipairs(redis.call('hvals', key)) do total = total + part end
    end
    redis.call('pexpire', key, left)
  end
  reply[#reply + 1], reply[#reply + 2] = total, math.max(left, 0)
end
return reply`;

/**
 * Opens the counts that all nodes share through Redis. A node counts in its own memory, so that no request waits; once
 * a second it stores in Redis what it counted and takes the totals back.
 */
export async function openSharedCounts({ redisUrl, database, secret, log }: SharedCountsParts): Promise<SharedCounts> {
  const redis = await connectToRedis(redisUrl);
  // The bus reports that Redis cannot be reached.
  redis.on('error', () => undefined);
  const send = createSender(redis, secret);
  const changed = new Set<SharedCount>();
  const lists: (() => Iterable<SharedCount>)[] = [];
  let shares = 1;
  let nodesCountedAt = -Infinity;
  let exchangedAt = -Infinity;
  let exchanging: Promise<void> | undefined;
  let isOut = false;
  let isForgotten = false;

  const countShares = async (): Promise<void> => {
    nodesCountedAt = performance.now();
    // Without the database either, there are no calls.
    const counted = await database.first(countNodes).catch(() => undefined);
    if (counted) shares = Math.min(Math.max(counted.nodes, 1), sharesMax);
  };
  const exchangeAll = async (): Promise<void> => {
    try {
      // The first one brings the clock of Redis.
      isForgotten = !(await send([])) || isForgotten;
      if (isForgotten) for (const list of lists) for (const count of list()) changed.add(count);
      isForgotten = false;
      const waiting = [...changed].filter((count) => count.msLeft() > 0);
      changed.clear();
      for (let start = 0; start < waiting.length; start += countsPerScript)
        isForgotten = !(await send(waiting.slice(start, start + countsPerScript))) || isForgotten;
      exchangedAt = performance.now();
      isOut = false;
      // A Redis that freezes is noticed seconds later; the number must be known by then.
      // Nothing waits for the database, which may be slow while Redis is well.
      if (nodesCountedAt === -Infinity) await countShares();
      else if (exchangedAt - nodesCountedAt > countEveryMs) void countShares();
    } catch (error) {
      // All counts are sent once Redis is back, so an outage leaves no list behind that grows.
      changed.clear();
      isForgotten = true;
      await countShares();
      exchangedAt = -Infinity;
      if (!isOut) log.warn({ err: (error as Error).message, shares }, 'each node allows its share of the limits');
      isOut = true;
    }
  };
  const exchange = (): Promise<void> =>
    (exchanging ??= exchangeAll().finally(() => {
      exchanging = undefined;
    }));

  await whenReady(redis);
  await exchange();
  const timer = setInterval(() => void exchange(), everyMs).unref();
  return {
    markChanged: (count) => void changed.add(count),
    register: (list) => void lists.push(list),
    weight: () => (performance.now() - exchangedAt < trustedMs ? 1 : shares),
    exchange,
    close: async () => {
      clearInterval(timer);
      await exchanging;
      await exchange();
      redis.disconnect();
    },
  };
}

/** Returns a function that exchanges some counts, and resolves to whether Redis still remembers this connection. */
function createSender(redis: Redis, secret: string): (counts: readonly SharedCount[]) => Promise<boolean> {
  const toKey = (name: string): string =>
    `tealight:${createHmac('sha256', secret).update(`shared count ${name}`).digest('base64url').slice(0, 24)}`;
  const node = randomUUID().slice(0, 8);
  let connection = '';
  // The other side of a new connection may be a server that has not heard of the last second.
  redis.on('ready', () => {
    connection = randomUUID();
  });
  let aheadMs = 0;

  return async (counts) => {
    const owns = counts.map((count) => count.read());
    const given = counts.flatMap((count, place) => {
      const own = owns[place] ?? 0;
      const ends = Math.round(performance.now() + count.msLeft() + aheadMs);
      return [`${ends}`, ...(typeof own === 'number' ? ['number', `${own}`] : ['bits', Buffer.from(own)])];
    });
    const keys = [`connection ${connection}`, 'scratch', ...counts.map(({ name }) => name)].map(toKey);
    const reply = await redis.callBuffer('EVAL', script, keys.length, ...keys, node, ...given);
    const [now, isKnown, ...totals] = reply as [number, number, ...(number | Buffer)[]];
    aheadMs = now - performance.now();
    for (const [place, count] of counts.entries())
      count.learn(owns[place] ?? 0, totals[2 * place] ?? 0, Number(totals[2 * place + 1]));
    return isKnown === 1;
  };
}
