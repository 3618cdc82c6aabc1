import { statement } from './database.ts';

export const readDurability = statement(
  'platform.read-durability',
  'select name, setting from pg_settings where name = any ($names::text[])',
);

export const readClock = statement('platform.read-clock', 'select extract(epoch from clock_timestamp()) * 1000 as now');

/** The present offsets from UTC as the database knows them. */
export const listZones = statement(
  'platform.list-zones',
  `select name, extract(epoch from utc_offset) / 60 as minutes from pg_timezone_names where name = any($zones::text[])`,
);

/** Leaves sorts so little memory that they spill to disk. */
export const sortOnDisk = statement('platform.sort-on-disk', `select set_config('work_mem', '64kB', true)`);

/** Writes about a megabyte of temporary files, which vanish with the transaction; fails on a full disk. */
export const writeTemporaryFile = statement(
  'platform.write-temporary-file',
  'select count(*) from (select md5(n::text) as text from generate_series(1, 20000) n order by text offset 1) as sorted',
);

/**
 * Writes the heartbeat unless another node did within the second, or is doing so; also after the clock was set back.
 * Returns the time of the primary.
 */
export const writeHeartbeat = statement(
  'platform.write-heartbeat',
  `with due as (
     select one from replica_heartbeat
      where at not between clock_timestamp() - interval '900 milliseconds' and clock_timestamp() for update skip locked),
   written as (update replica_heartbeat h set at = clock_timestamp() from due where h.one = due.one)
   select clock_timestamp() as now`,
  { present: ['now'] },
);

export const readHeartbeat = statement(
  'platform.read-heartbeat',
  'select pg_is_in_recovery() as in_recovery, at from replica_heartbeat',
  { present: ['in_recovery'] },
);
