import { statement } from './database.ts';

export const readDurability = statement(
  'platform.read-durability',
  'select name, setting from pg_settings where name = any ($names::text[])',
);

export const readClock = statement('platform.read-clock', 'select extract(epoch from clock_timestamp()) * 1000 as now');

/** Leaves sorts so little memory that they spill to disk. */
export const sortOnDisk = statement('platform.sort-on-disk', `select set_config('work_mem', '64kB', true)`);

/** Writes about a megabyte of temporary files, which vanish with the transaction; fails on a full disk. */
export const writeTemporaryFile = statement(
  'platform.write-temporary-file',
  'select count(*) from (select md5(n::text) as text from generate_series(1, 20000) n order by text offset 1) as sorted',
);
