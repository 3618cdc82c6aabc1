import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';

import { typingEveryMs } from '../../contract/limits.ts';
import type { LimitName } from '../../contract/operation.ts';
import { Failure } from './failure.ts';

type AnyLimitName = LimitName | 'address';

interface Limit {
  points: number;
  seconds: number;
  /** Counted in the database, across nodes and restarts; otherwise in the memory of this process. */
  durable?: boolean;
  /** Not raised by the factor: clients of ours keep within it in demos and load tests, too. */
  fixed?: boolean;
}

/**
 * The limits of operations, counted per member or, without a session, per IP address; and `address`, which counts all
 * calls of an IP address before their sessions are read. Many members can share an address, such as that of a mobile
 * network, so that one is wide.
 */
const limits: Record<AnyLimitName, Limit> = {
  address: { points: 30_000, seconds: 60 },
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
  typing: { points: 1, seconds: typingEveryMs / 1_000, fixed: true },
  receipt: { points: 50, seconds: 1, fixed: true },
};

export interface RateLimits {
  /** Consumes a point; throws request.too-many with `retry_after` in seconds when none is left. */
  enforce(name: AnyLimitName, who: string): Promise<void>;
}

/** Limits in memory or in the table `rate_limits`. `factor` raises them all, for demo and load tests. */
export function createRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiters = new Map<AnyLimitName, RateLimiterMemory | RateLimiterPostgres>();

  function limiterOf(name: AnyLimitName): RateLimiterMemory | RateLimiterPostgres {
    const known = limiters.get(name);
    if (known) return known;
    const { points, seconds, durable, fixed } = limits[name];
    const options = { keyPrefix: name, points: fixed ? points : points * factor, duration: seconds };
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
