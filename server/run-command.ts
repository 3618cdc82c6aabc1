import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pino from 'pino';

import { readConfig, readEnvironment } from './config.ts';
import type { AppContext } from './context.ts';
import { createLog } from './platform/log.ts';
import { reachDatabase } from './reach-database.ts';
import { closeContext, createContext } from './start-services.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command at a terminal on the database that the environment names, with the context of the application, and
 * sets the exit code of the process. The command owns stdout; the name of the database and the log go to stderr. A
 * command never creates a database.
 */
export async function runCommand(work: (context: AppContext, root: string) => Promise<number>): Promise<void> {
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  try {
    const config = readConfig(readEnvironment(), root);
    const { connection, name, stop } = await reachDatabase(config.databaseUrl, join(config.dataDir, 'database'));
    note(`The database is ${name}.`);
    const { url, apiKey } = config.payments;
    const context = await createContext({
      config,
      root,
      connection,
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
    note((error as Error).message);
    process.exitCode = 1;
  }
}
