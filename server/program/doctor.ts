import { fileURLToPath } from 'node:url';

import pino from 'pino';

import { waitForDatabase } from '../platform/database/check-database.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { readConfig, readEnvironment } from './config.ts';
import { type Finding, examineInstallation } from './examine-installation.ts';
import { leaveRoot } from './run-command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const marks: Record<Finding['state'], string> = { good: '✓', warning: '!', fault: '✗' };

/** Prints every finding, and exits with 1 if there is a fault. */
async function examine(): Promise<void> {
  const env = readEnvironment();
  // As the account of the processes, it sees what they may read and write: the second reading needs their keys.
  leaveRoot(readConfig(env, root).dataDir);
  const config = readConfig(env, root);
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is missing: the doctor examines an installation.');
  const log = createLog('silent', pino.destination(2));
  const connection = { connectionString: config.databaseUrl, application_name: 'tealight doctor', max: 2 };
  const database = openDatabase(connection, log);
  try {
    const databaseFault = await waitForDatabase(connection, log, { waitMs: 0 }).then(
      () => null,
      (error: Error) => error.message,
    );
    const findings = await examineInstallation({ config, root, database, databaseFault });
    for (const { about, state, text } of findings) process.stdout.write(`${marks[state]} ${about}: ${text}\n`);
    process.exitCode = findings.some(({ state }) => state === 'fault') ? 1 : 0;
  } finally {
    await database.close();
  }
}

await examine().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
