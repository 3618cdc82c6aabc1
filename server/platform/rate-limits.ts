import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';

import { typingEveryMs } from '../../contract/chat/limits.ts';
import { codeGuessesPerHour } from '../../contract/discounts/limits.ts';
import { searchPagesMax } from '../../contract/members/limits.ts';
import type { LimitName } from '../../contract/platform/operation.ts';
import { countsNetwork, toIpNetwork, toIpSource } from './addresses.ts';
import { Failure } from './failure.ts';

type AnyLimitName = LimitName | 'address' | 'files' | 'file-kilobytes' | 'all-file-kilobytes' | 'file-alarm';

interface Limit {
  points: number;
  /** Points of an IPv6 network (a /48), in addition to those of each source in it; by default four times as many. */
  networkPoints?: number;
  seconds: number;
  /** Also counts the address of members: sessions must not give anybody more attempts on accounts. */
  byAddress?: boolean;
  /** Counted in the database, across nodes and restarts; otherwise in the memory of this process. */
  durable?: boolean;
  /** Not raised by the factor: our own clients keep within it in demos and load tests, too. */
  fixed?: boolean;
}

/**
 * Limits of operations, counted per member or, without a session, per IP address.
 * - `address` counts all requests of an address before their sessions are read. It is wide, because many members can
 *   share an address, such as that of a mobile network.
 * - `login` is narrow: an attacker who tries one password on a thousand accounts is slowed before 3 % of them. A
 *   session lasts a month, so few members of an address log in at the same time.
 * - `token` is separate, so that an attacker who uses up an address's logins cannot prevent password resets there.
 * - `files` counts an address's complaints with files before they are read, `file-kilobytes` the size of the files, and
 *   `all-file-kilobytes` that of everybody's: they are kept for months. `file-alarm` allows one alarm an hour.
 * - `search` counts pages of results; a separate limit counts the different members that they show in a day.
 */
const limits: Record<AnyLimitName, Limit> = {
  address: { points: 30_000, seconds: 60 },
  read: { points: 600, seconds: 60 },
  write: { points: 240, seconds: 60 },
  search: { points: searchPagesMax, seconds: 600 },
  lookup: { points: 120, seconds: 60 },
  profile: { points: 300, seconds: 3_600 },
  login: { points: 20, networkPoints: 28, seconds: 900, byAddress: true, durable: true },
  passkey: { points: 60, networkPoints: 120, seconds: 900, byAddress: true, durable: true },
  token: { points: 60, networkPoints: 120, seconds: 900, byAddress: true, durable: true },
  signup: { points: 30, networkPoints: 60, seconds: 3_600, byAddress: true, durable: true },
  mail: { points: 20, networkPoints: 40, seconds: 3_600, byAddress: true, durable: true },
  report: { points: 40, seconds: 86_400, durable: true },
  upload: { points: 120, seconds: 600 },
  files: { points: 30, networkPoints: 60, seconds: 3_600 },
  'file-kilobytes': { points: 60 * 1_024, networkPoints: 120 * 1_024, seconds: 86_400, durable: true },
  'all-file-kilobytes': { points: 1_024 * 1_024, seconds: 86_400, durable: true },
  'file-alarm': { points: 1, seconds: 3_600, durable: true, fixed: true },
  order: { points: 30, seconds: 600, durable: true },
  code: { points: codeGuessesPerHour, seconds: 3_600, byAddress: true, durable: true },
  export: { points: 20, seconds: 600 },
  webhook: { points: 6_000, seconds: 60, byAddress: true },
  typing: { points: 1, seconds: typingEveryMs / 1_000, fixed: true },
  receipt: { points: 50, seconds: 1, fixed: true },
};

/** Each function throws request.too-many with `retry_after` in seconds when no point is left. */
export interface RateLimits {
  /** Consumes points of a member, one unless told otherwise. */
  enforce(name: AnyLimitName, who: string, points?: number): Promise<void>;
  /** Consumes points of an IP address: of its source and, for IPv6, of its network. */
  enforceAddress(name: AnyLimitName, ip: string, points?: number): Promise<void>;
  /** Consumes a point of the member, and one of the address for visitors and for limits with `byAddress`. */
  enforceCall(name: LimitName, ip: string, member: string | undefined): Promise<void>;
  /** Gives back what `enforceCall` consumed, for operations that count only failed calls. */
  giveBack(name: LimitName, ip: string, member: string): Promise<void>;
}

type Limiter = RateLimiterMemory | RateLimiterPostgres;

/** Limits in memory or in the table `rate_limits`. `factor` raises them all, for demo and load tests. */
export function createRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiters = new Map<string, Limiter>();

  function limiterOf(name: AnyLimitName, ofNetwork: boolean): Limiter {
    const key = ofNetwork ? `${name}-network` : name;
    const known = limiters.get(key);
    if (known) return known;
    const { points, networkPoints = points * 4 } = limits[name];
    const fresh = createLimiter(pool, key, { ...limits[name], points: ofNetwork ? networkPoints : points }, factor);
    limiters.set(key, fresh);
    return fresh;
  }

  async function consume(name: AnyLimitName, who: string, points = 1, ofNetwork = false): Promise<void> {
    try {
      await limiterOf(name, ofNetwork).consume(who, points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Failure('request.too-many', { retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
    }
  }

  async function enforceAddress(name: AnyLimitName, ip: string, points = 1): Promise<void> {
    await consume(name, toIpSource(ip), points);
    if (countsNetwork(ip)) await consume(name, toIpNetwork(ip), points, true);
  }

  return {
    enforce: (name, who, points) => consume(name, who, points),
    enforceAddress,
    enforceCall: async (name, ip, member) => {
      if (member === undefined || limits[name].byAddress) await enforceAddress(name, ip);
      if (member !== undefined) await consume(name, member);
    },
    giveBack: async (name, ip, member) => {
      await limiterOf(name, false).reward(member);
      if (!limits[name].byAddress) return;
      await limiterOf(name, false).reward(toIpSource(ip));
      if (countsNetwork(ip)) await limiterOf(name, true).reward(toIpNetwork(ip));
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
