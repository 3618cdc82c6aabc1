import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import pino from 'pino';

import { readConfig, readEnvironment } from './config.ts';
import type { AppContext } from '../context.ts';
import type { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { closeContext, createContext } from './start-services.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs a command on the database that the environment names, and sets the exit code. The command owns stdout; the name
 * of the database and the log go to stderr.
 */
export async function runCommand(work: (context: AppContext, root: string) => Promise<number>): Promise<void> {
  const printProgress = (line: string): void => void process.stderr.write(`${line}\n`);
  try {
    const config = readConfig(readEnvironment(), root);
    if (config.databaseUrl) leaveRoot(config.dataDir);
    const { connection, name, stop } = await reachDatabase(config.databaseUrl, join(config.dataDir, 'database'));
    printProgress(`The database is ${name}.`);
    const { url, apiKey } = config.payments;
    const context = await createContext({
      // A command reads the primary alone, and takes no calls.
      config: { ...config, searchDatabaseUrl: null, roles: [] },
      root,
      // Whoever reads the output of a report may pause.
      connection: { ...connection, application_name: 'tealight command', idle_in_transaction_session_timeout: 0 },
      paymentProvider: { url: url ?? '', apiKey: apiKey ?? '' },
      address: () => '',
      log: createLog(config.logLevel, pino.destination(2)),
    });
    try {
      process.exitCode = await work(context, root);
    } finally {
      await closeContext(context);
      await stop();
    }
  } catch (error) {
    printProgress((error as Error).message);
    process.exitCode = 1;
  }
}

/**
 * Goes on as the owner of the data folder if started by root: the processes could not change files that root creates
 * there.
 */
export function leaveRoot(dataDir: string): void {
  const owner = process.getuid?.() === 0 ? statSync(dataDir, { throwIfNoEntry: false }) : undefined;
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

interface Reached {
  connection: { connectionString: string } | EmbeddedPostgres['connection'];
  /** The database's name for display, so never with a password. */
  name: string;
  stop(): Promise<void>;
}

/** Uses DATABASE_URL, or the embedded server. Throws without one: an empty database would return nothing. */
async function reachDatabase(url: string | null, dataDir: string): Promise<Reached> {
  const doNothing = async (): Promise<void> => undefined;
  if (url) return { connection: { connectionString: url }, name: parseName(url), stop: doNothing };
  if (!existsSync(dataDir))
    throw new Error(
      `There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR, or ENV_FILE to a file with them.`,
    );
  const { findRunningPostgres, startEmbeddedPostgres } = await import('../embedded-postgres/embedded-postgres.ts');
  const running = findRunningPostgres(dataDir);
  const name = `the embedded one in ${dataDir}`;
  if (running) return { connection: running, name, stop: doNothing };
  return { ...(await startEmbeddedPostgres({ dataDir })), name };
}

function parseName(connectionString: string): string {
  const { database = '', host } = new pg.Client({ connectionString });
  return `${database} at ${host}`;
}
