import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';

import type { OperationName } from '../../contract/calls.ts';
import type { FrameName, frameOperations } from '../../contract/frames.ts';
import type { Operations } from '../../contract/index.ts';
import { countsNetwork, toIpNetwork, toIpSource } from './addresses.ts';
import { Failure } from './failure.ts';

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
  /** Counted in the database, across nodes and restarts; otherwise in the memory of this process. */
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

/** The platform is compiled without the modules; `server/context.ts` adds the names that they declare. */
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

type Limiter = RateLimiterMemory | RateLimiterPostgres;

/** Limits in memory or in the table `rate_limits`. `factor` raises them all, for demo and load tests. */
export function createRateLimits(pool: pg.Pool, factor: number, declared: Readonly<Record<string, Limit>>): RateLimits {
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
    const fresh = createLimiter(pool, key, { ...limit, points: ofNetwork ? networkPoints : points }, factor);
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

function createLimiter(pool: pg.Pool, keyPrefix: string, limit: Limit, factor: number): Limiter {
  const { points, seconds, durable, fixed } = limit;
  const options = { keyPrefix, points: fixed ? points : points * factor, duration: seconds };
  if (!durable) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}
