import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';

import type { LimitName } from '../../contract/operation.ts';
import { Failure } from './failure.ts';

interface Limit {
  points: number;
  seconds: number;
  /** Counted in the database, across nodes and restarts; otherwise in the memory of this process. */
  durable?: boolean;
}

/** The limits of operations, counted per member or, without a session, per IP address. */
const limits: Record<LimitName, Limit> = {
  read: { points: 600, seconds: 60 },
  write: { points: 240, seconds: 60 },
  search: { points: 120, seconds: 60 },
  profile: { points: 300, seconds: 3_600 },
  login: { points: 60, seconds: 900, durable: true },
  signup: { points: 30, seconds: 3_600, durable: true },
  mail: { points: 20, seconds: 3_600, durable: true },
  upload: { points: 120, seconds: 600 },
  order: { points: 30, seconds: 600, durable: true },
  webhook: { points: 6_000, seconds: 60 },
};

export interface RateLimits {
  /** Consumes a point; throws request.too-many with `retry_after` in seconds when none is left. */
  enforce(name: LimitName, who: string): Promise<void>;
}

/** Limits in memory or in the table `rate_limits`. `factor` raises them all, for demo and load tests. */
export function createRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiters = new Map<LimitName, RateLimiterMemory | RateLimiterPostgres>();

  function limiterOf(name: LimitName): RateLimiterMemory | RateLimiterPostgres {
    const known = limiters.get(name);
    if (known) return known;
    const { points, seconds, durable } = limits[name];
    const options = { keyPrefix: name, points: points * factor, duration: seconds };
    const fresh = durable
      ? new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          tableName: 'rate_limits',
          tableCreated: true,
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(options);
    limiters.set(name, fresh);
    return fresh;
  }

  return {
    enforce: async (name, who) => {
      try {
        await limiterOf(name).consume(who);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new Failure('request.too-many', { retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
      }
    },
  };
}
