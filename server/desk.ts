import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readConfig } from './config.ts';
import { deskCommands as commands } from './desk-commands.ts';
import { migrateJobs } from './platform/jobs/jobs.ts';
import { migrate } from './platform/database/migrate.ts';
import { reachDatabase } from './reach-database.ts';
import { identifyStaff } from './staff/identify-staff.ts';
import { closeContext, createContext } from './start-services.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const usage =
  'npm run desk -- list\nnpm run desk -- photos\nnpm run desk -- withdrawals\nnpm run desk -- block-iban\nnpm run codes -- list\nnpm run settings -- list\n';

/** The one entrance for the staff's commands, until there are pages for them. Returns the exit code. */
async function runCommand([subject, ...words]: string[]): Promise<number> {
  if (!isCommand(subject)) {
    process.stderr.write(usage);
    return 1;
  }
  const config = readConfig(process.env, root);
  const staff = identifyStaff({ account: userInfo(), sudoUser: process.env['SUDO_USER'], deskUser: config.deskUser });
  if (words.includes('--by')) throw new Error(`--by names nobody: you act as ${staff.who}.`);
  const { connection, stop } = await reachDatabase(config.databaseUrl, join(config.dataDir, 'database'));
  const context = await createContext({
    config,
    root,
    connection,
    paymentProvider: { url: '', apiKey: '' },
    address: () => '',
  });
  try {
    await migrate(context.database, join(root, 'migrations'), () => migrateJobs(context.database));
    return await commands[subject]({ ...context, staff }, words, (line) => void process.stdout.write(`${line}\n`));
  } finally {
    await closeContext(context);
    await stop();
  }
}

function isCommand(subject: string | undefined): subject is keyof typeof commands {
  return subject !== undefined && Object.hasOwn(commands, subject);
}

try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
