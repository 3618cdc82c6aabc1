import pg from 'pg';

import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { type ConnectionOptions, type Database, type Reader, openDatabase } from './database.ts';
import { isOutOfConnections } from './database-errors.ts';
import { readHeartbeat, writeHeartbeat } from './queries.ts';

const checkEveryMs = 1_000;
const lagMaxMs = 5_000;
/** A replica that was lost must be well for this long, so that reads do not change over and back all the time. */
const wellForMs = 30_000;
/** A replica must not hold reads up: they go to the primary after this. The server itself ends a slow read first. */
const readTimeouts = { connectionTimeoutMillis: 1_000, statement_timeout: 5_000, query_timeout: 6_000 };
/** Both servers are asked in turn, so a check takes three seconds at most. */
const checkTimeouts = { connectionTimeoutMillis: 500, query_timeout: 1_000, max: 1 };

/**
 * After a change of their own, a member reads the primary for this long. What the replica shows is never that old: five
 * seconds of lag, one until the next check, and three until a check has failed.
 */
const ownChangesMs = 10_000;

interface ReplicaParts {
  clock: Clock;
  log: Log;
  bus: Pick<Bus, 'announceChange' | 'onChange'>;
  metrics: Pick<Metrics, 'set' | 'reset'>;
}

/** Opens the replica at `url`, and checks it each second until the database is closed. */
export function openReplica(primary: Database, url: string, parts: ReplicaParts): Database {
  // The changes over and back are logged once; each broken connection would add a line.
  const silent = parts.log.child({}, { level: 'silent' });
  const open = (options: ConnectionOptions): Database => openDatabase(options, silent);
  const { application_name, max } = primary.pool.options;
  const replica = open({ connectionString: url, application_name, max, ...readTimeouts });
  // Reads that take all connections must not hold up the checks, nor the checks the reads.
  const replicaForChecks = open({ connectionString: url, application_name, ...checkTimeouts });
  const primaryForChecks = open({ ...primary.pool.options, ...checkTimeouts });
  const { database, check } = joinReplica({ primary, replica, replicaForChecks, primaryForChecks }, parts);
  const checks = repeat(check);
  // Callers compare the `reader` with the database itself.
  return Object.assign(database, {
    close: async () => {
      await checks.stop();
      await Promise.all([replica, replicaForChecks, primaryForChecks, primary].map((one) => one.close()));
    },
  });
}

/** Runs `work` each second, and never twice at once. */
function repeat(work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  run();
  const timer = setInterval(run, checkEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

interface ReplicaReaders {
  primary: Database;
  replica: Reader;
  replicaForChecks: Reader;
  primaryForChecks: Reader;
}

/**
 * Returns the primary with a `reader` that uses the replica while it is well. The checks have readers of their own.
 */
export function joinReplica(
  { primary, replica, replicaForChecks, primaryForChecks }: ReplicaReaders,
  { clock, log, bus, metrics }: ReplicaParts,
): { database: Database; check(): Promise<void> } {
  const health = createHealth(clock, log);
  const changes = createChanges(clock);
  bus.onChange(changes.add);
  // Changes before the start were announced to others.
  changes.add(null);

  const query: Reader['all'] = async (statement, ...given) => {
    if (!health.isUsed()) return primary.all(statement, ...given);
    try {
      return await replica.all(statement, ...given);
    } catch (error) {
      // A conflict with the replay (40001), or a table that is not there yet, says nothing about the replica.
      if (isUnreachable(error)) health.record((error as Error).message);
      return primary.all(statement, ...given);
    }
  };
  const reader: Reader = {
    all: query,
    first: async (statement, ...given) => (await query(statement, ...given))[0],
  };

  const database: Database = {
    ...primary,
    reader: (viewerId) => (health.isUsed() && !changes.has(viewerId) ? reader : database),
    announceChange: (memberId) => bus.announceChange(memberId),
  };
  return {
    database,
    check: async () => {
      const { fault, lagMs } = await examine(primaryForChecks, replicaForChecks);
      if (lagMs === undefined) metrics.reset('replica_lag_seconds');
      else metrics.set('replica_lag_seconds', lagMs / 1_000);
      health.record(fault);
    },
  };
}

/**
 * Returns why the replica may not be used, null if it may, and how far it lags, if that is known. The heartbeat shows
 * that by the primary's clock alone, also in an idle database, and that it is a replica of this primary. A promoted
 * replica has a history of its own from then on: it may show what never happened here, so it is not used whatever its
 * heartbeat says.
 */
async function examine(primary: Reader, replica: Reader): Promise<{ fault: string | null; lagMs?: number }> {
  try {
    const [seen] = await replica.all(readHeartbeat);
    const [current] = await primary.all(writeHeartbeat);
    if (!seen || !current) return { fault: 'it has no heartbeat' };
    if (!seen.in_recovery) return { fault: 'it is not in recovery' };
    const lagMs = current.now.getTime() - seen.at.getTime();
    return { fault: Math.abs(lagMs) > lagMaxMs ? 'it lags' : null, lagMs };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

function isUnreachable(error: unknown): boolean {
  // Reads that wait for each other say nothing about the server.
  if (isOutOfConnections(error)) return false;
  return !(error instanceof pg.DatabaseError) || /^(?:08|57P)/.test(error.code ?? '');
}

/**
 * Tracks the health of the replica: `new`, before its first check; `used`; `lost`, from a fault until it has been well
 * for thirty seconds.
 */
function createHealth(clock: Clock, log: Log) {
  let state: 'new' | 'used' | 'lost' = 'new';
  let wellSince: number | undefined;
  return {
    isUsed: () => state === 'used',
    record: (fault: string | null): void => {
      if (fault !== null) {
        wellSince = undefined;
        if (state !== 'lost') log.warn({ event: 'replica.lost', err: fault }, 'searches read the primary');
        state = 'lost';
        return;
      }
      const now = clock.now().getTime();
      wellSince ??= now;
      if (state === 'used' || (state === 'lost' && now - wellSince < wellForMs)) return;
      state = 'used';
      log.info({ event: 'replica.used' }, 'searches read the replica');
    },
  };
}

/** Remembers the members who changed something lately. */
function createChanges(clock: Clock) {
  // In the order in which they end.
  const ends = new Map<MemberId | null, number>();
  const isRecent = (memberId: MemberId | null, now: number): boolean => (ends.get(memberId) ?? 0) > now;
  return {
    /** Null stands for all members. */
    add: (memberId: MemberId | null): void => {
      const now = clock.now().getTime();
      for (const [id, end] of ends) {
        if (end > now) break;
        ends.delete(id);
      }
      ends.delete(memberId);
      ends.set(memberId, now + ownChangesMs);
    },
    has: (viewerId: MemberId | null): boolean => {
      const now = clock.now().getTime();
      return viewerId !== null && (isRecent(viewerId, now) || isRecent(null, now));
    },
  };
}
