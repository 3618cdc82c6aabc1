import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';

import type { OperationName } from '../../../contract/calls.ts';
import type { FrameName, frameOperations } from '../../../contract/frames.ts';
import type { Operations } from '../../../contract/index.ts';
import { countsNetwork, toIpNetwork, toIpSource } from './addresses.ts';
import { Failure } from '../failure.ts';
import type { SharedCount, SharedCounts } from './shared-counts.ts';

/** The limits that belong to no module; modules declare theirs in `module.ts`. */
export type PlatformLimit = keyof typeof platformLimits;

/** A limit of calls, counted per member or, without a session, per IP address. */
export interface Limit {
  points: number;
  /** Points of an IPv6 network (a /48), in addition to those of each source in it; by default four times as many. */
  networkPoints?: number;
  seconds: number;
  /** Also counts the address of members: sessions must not give anybody more attempts on accounts. */
  byAddress?: boolean;
  /** Counted in the database, across nodes and restarts; otherwise in memory, which nodes with Redis exchange. */
  durable?: boolean;
  /** True if the factor does not raise it: our own clients keep within it even in demos and load tests. */
  fixed?: boolean;
}

const platformLimits = {
  /** All requests of an address, before their sessions are read: many members can share one, as in a mobile network. */
  address: { points: 30_000, seconds: 60 },
  read: { points: 600, seconds: 60 },
  write: { points: 240, seconds: 60 },
  lookup: { points: 120, seconds: 60 },
  webhook: { points: 6_000, seconds: 60, byAddress: true },
} satisfies Record<string, Limit>;

/** The platform is compiled without the modules; `server/context.ts` adds the names that they declare. @public */
export interface LimitNames {
  ofPlatform: PlatformLimit;
  ofContract: Operations[OperationName]['limit'] | (typeof frameOperations)[FrameName]['limit'];
}

type LimitName = LimitNames[keyof LimitNames];

/** Throws request.too-many with `retry_after` in seconds when no point is left. */
export interface RateLimits {
  enforce(name: LimitName, who: string, points?: number): Promise<void>;
  enforceAddress(name: LimitName, ip: string, points?: number): Promise<void>;
  /** Consumes a point of the member, and one of the address for visitors and for limits with `byAddress`. */
  enforceCall(name: LimitName, ip: string, member: MemberId | undefined): Promise<void>;
  /** Gives back what `enforceCall` consumed, for operations that count only failed calls. */
  giveBack(name: LimitName, ip: string, member: MemberId): Promise<void>;
}

interface Limiter {
  /** Rejects with a `RateLimiterRes` if the limit is reached. */
  consume(who: string, points: number): Promise<unknown>;
  reward(who: string): Promise<unknown>;
}

/**
 * Limits in memory or in the table `rate_limits`. `factor` raises them all, for demo and load tests. With `shared`,
 * what is counted in memory is exact across nodes to a second.
 */
export function createRateLimits(
  pool: pg.Pool,
  factor: number,
  declared: Readonly<Record<string, Limit>>,
  shared: SharedCounts | null = null,
): RateLimits {
  const limits: Readonly<Record<string, Limit>> = { ...platformLimits, ...declared };
  const getLimit = (name: LimitName): Limit => {
    const limit = limits[name];
    if (!limit) throw new Error(`no module declares the limit ${name}`);
    return limit;
  };
  const limiters = new Map<string, Limiter>();

  function getLimiter(name: LimitName, ofNetwork: boolean): Limiter {
    const key = ofNetwork ? `${name}-network` : name;
    const known = limiters.get(key);
    if (known) return known;
    const limit = getLimit(name);
    const { points, networkPoints = points * 4 } = limit;
    const ownPoints = ofNetwork ? networkPoints : points;
    const raised = { ...limit, points: limit.fixed ? ownPoints : ownPoints * factor };
    const fresh = limit.durable ? createDurableLimiter(pool, key, raised) : createMemoryLimiter(key, raised, shared);
    limiters.set(key, fresh);
    return fresh;
  }

  async function consume(name: LimitName, who: string, points = 1, ofNetwork = false): Promise<void> {
    try {
      await getLimiter(name, ofNetwork).consume(who, points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Failure('request.too-many', { retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
    }
  }

  async function enforceAddress(name: LimitName, ip: string, points = 1): Promise<void> {
    await consume(name, toIpSource(ip), points);
    if (countsNetwork(ip)) await consume(name, toIpNetwork(ip), points, true);
  }

  return {
    enforce: (name, who, points) => consume(name, who, points),
    enforceAddress,
    enforceCall: async (name, ip, member) => {
      if (member === undefined || getLimit(name).byAddress) await enforceAddress(name, ip);
      if (member !== undefined) await consume(name, member);
    },
    giveBack: async (name, ip, member) => {
      await getLimiter(name, false).reward(member);
      if (!getLimit(name).byAddress) return;
      await getLimiter(name, false).reward(toIpSource(ip));
      if (countsNetwork(ip)) await getLimiter(name, true).reward(toIpNetwork(ip));
    },
  };
}

function createDurableLimiter(pool: pg.Pool, keyPrefix: string, { points, seconds }: Limit): Limiter {
  return new RateLimiterPostgres({
    keyPrefix,
    points,
    duration: seconds,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}

/** Points within a window that begins with its first one. */
class Window implements SharedCount {
  readonly name: string;
  #until: number;
  #own = 0;
  /** The part of `#own` that the other nodes knew at the last exchange, and what they counted. */
  #known = 0;
  #others = 0;

  constructor(name: string, lifeMs: number) {
    this.name = name;
    this.#until = performance.now() + lifeMs;
  }

  /** Counts points and returns those of all nodes; see `SharedCounts` for the weight. */
  add(points: number, weight: number): number {
    this.#own += points;
    return this.#others + this.#known + (this.#own - this.#known) * weight;
  }

  msLeft(): number {
    return this.#until - performance.now();
  }

  read(): number {
    return this.#own;
  }

  learn(own: number, total: number, msLeft: number): void {
    this.#known = own;
    this.#others = total - own;
    this.#until = performance.now() + msLeft;
  }
}

/** Windows of a second or two stay with their node: they are over before others hear of them. */
const sharedFromSeconds = 3;

function createMemoryLimiter(name: string, { points, seconds }: Limit, exchange: SharedCounts | null): Limiter {
  const shared = seconds < sharedFromSeconds ? null : exchange;
  const windows = new Map<string, Window>();
  shared?.register(() => windows.values());

  const open = (who: string): Window => {
    // The oldest come first.
    for (const [key, window] of windows) {
      if (window.msLeft() > 0) break;
      windows.delete(key);
    }
    const fresh = new Window(`${name} ${who}`, seconds * 1_000);
    windows.delete(who);
    windows.set(who, fresh);
    return fresh;
  };
  const count = (who: string, change: number): RateLimiterRes => {
    const known = windows.get(who);
    const window = known && known.msLeft() > 0 ? known : open(who);
    const consumed = window.add(change, shared?.weight() ?? 1);
    shared?.markChanged(window);
    return new RateLimiterRes(Math.max(0, points - consumed), window.msLeft(), consumed);
  };
  return {
    consume: async (who, change) => {
      const counted = count(who, change);
      if (counted.consumedPoints > points) throw counted;
    },
    reward: async (who) => count(who, -1),
  };
}
