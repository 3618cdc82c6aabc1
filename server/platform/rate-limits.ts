import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';

import type { LimitName } from '../../contract/operation.ts';
import { Failure } from './failure.ts';

interface Limit {
  points: number;
  seconds: number;
  /** Counted in the database, across nodes and restarts; otherwise in this process. */
  durable?: boolean;
}

/** Every named limit, for one member or, without a login, one address. */
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
  /** Takes a point; throws request.too-many with `retry_after` seconds when none is left. */
  take(name: LimitName, who: string): Promise<void>;
  /** Takes a point of a limit that a room defines; tells the seconds to wait when none is left, else 0. */
  takeOf(limit: { name: string; points: number; seconds: number }, who: string): Promise<number>;
  /** Seconds until the room's limit lets `who` go on; 0 while points are left. */
  waitOf(limit: { name: string; points: number; seconds: number }, who: string): Promise<number>;
  clearOf(limit: { name: string; points: number; seconds: number }, who: string): Promise<void>;
}

/** Limits per process or in the table `rate_limits`. `factor` widens the general ones, for demo and load tests. */
export function createRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const made = new Map<string, RateLimiterMemory | RateLimiterPostgres>();

  function limiter(
    name: string,
    points: number,
    seconds: number,
    durable: boolean,
  ): RateLimiterMemory | RateLimiterPostgres {
    const known = made.get(name);
    if (known) return known;
    const options = { keyPrefix: name, points, duration: seconds };
    const fresh = durable
      ? new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          tableName: 'rate_limits',
          tableCreated: true,
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory(options);
    made.set(name, fresh);
    return fresh;
  }
  const durable = (limit: { name: string; points: number; seconds: number }) =>
    limiter(limit.name, limit.points, limit.seconds, true);

  return {
    take: async (name, who) => {
      const { points, seconds, durable = false } = limits[name];
      const wait = await consume(limiter(name, points * factor, seconds, durable), who);
      if (wait > 0) throw new Failure('request.too-many', { retry_after: wait });
    },
    takeOf: (limit, who) => consume(durable(limit), who),
    waitOf: async (limit, who) => {
      const state = await durable(limit).get(who);
      return state && state.consumedPoints >= limit.points ? secondsOf(state) : 0;
    },
    clearOf: async (limit, who) => {
      await durable(limit).delete(who);
    },
  };
}

async function consume(limiter: RateLimiterMemory | RateLimiterPostgres, who: string): Promise<number> {
  try {
    await limiter.consume(who);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
    throw refusal;
  }
}

function secondsOf(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
}
