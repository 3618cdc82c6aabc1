import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

import pg from 'pg';

import { startBenchDatabase } from '../lib/database.ts';

/** A range of the sequences, with its own database, which is dropped afterwards so that none grows large. */
export interface Slice {
  connection: { host: string; port: number; user: string; database: string };
  first: number;
  seeds: number;
  length: number;
}

const perSlice = 100;

/**
 * Compares sequences of operations with the model, starting at the seed `first`, with one process per processor.
 * Returns the differences, at most one per slice.
 */
export async function runSlices(
  { first, seeds, length }: Omit<Slice, 'connection'>,
  print: (line: string) => void,
): Promise<string[]> {
  // The bench asks whether books and model agree, not what survives a power cut.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '256MB',
    // The tables start empty, and each statement has one good plan.
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    autovacuum: 'off',
    track_activities: 'off',
    track_counts: 'off',
  };
  const database = await startBenchDatabase(`books-model-${first}`, { settings });
  const admin = new pg.Client({ ...database.connection, database: 'postgres' });
  await admin.connect();
  const faults: string[] = [];
  let next = first;
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = fork(new URL('./slice-worker.js', import.meta.url));
    const ended = new AbortController();
    worker.on('exit', (code) => ended.abort(new Error(`a process that runs sequences ended with ${code}`)));
    while (next < first + seeds) {
      const slice = { first: next, seeds: Math.min(perSlice, first + seeds - next), length };
      next += slice.seeds;
      const name = `slice_${slice.first}`;
      // An interrupted run leaves its database behind.
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name} template ${database.connection.database}`);
      worker.send({ ...slice, connection: { ...database.connection, database: name } });
      const [difference] = (await once(worker, 'message', { signal: ended.signal })) as [string | null];
      if (difference !== null) faults.push(difference);
      await admin.query(`drop database ${name} with (force)`);
      done += slice.seeds;
      print(`  ${done} sequences${difference === null ? '' : `, a difference: ${difference}`}`);
    }
    worker.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), Math.ceil(seeds / perSlice)) }, work));
  await admin.end();
  await database.stop();
  return faults;
}
