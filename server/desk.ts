import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readConfig } from './config.ts';
import { manageCodes } from './discounts/manage-codes.ts';
import { debitBlocks } from './payments/debit/block-subjects.ts';
import { deskWithdrawals } from './payments/withdrawal/desk-withdrawals.ts';
import { migrateJobs } from './platform/jobs/jobs.ts';
import { migrate } from './platform/database/migrate.ts';
import { manageNetworks } from './sources/manage-networks.ts';
import { showFunnel } from './sources/show-funnel.ts';
import { deskComplaints } from './support/desk-complaints.ts';
import { deskPhotos } from './support/desk-photos.ts';
import { reachDatabase } from './reach-database.ts';
import { closeContext, createContext } from './start-services.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The staff's commands by their first word. Each prints lines and returns the exit code. */
const commands = {
  photos: deskPhotos,
  codes: manageCodes,
  networks: manageNetworks,
  funnel: showFunnel,
  withdrawals: deskWithdrawals,
  ...debitBlocks,
  ...deskComplaints,
};

const usage =
  'npm run desk -- list\nnpm run desk -- photos\nnpm run desk -- withdrawals\nnpm run desk -- block-iban\nnpm run codes -- list\n';

/** The staff's commands at a terminal, until there are pages for them. Returns the exit code. */
async function runCommand([subject, ...words]: string[]): Promise<number> {
  if (!isCommand(subject)) {
    process.stderr.write(usage);
    return 1;
  }
  const config = readConfig(process.env, root);
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
    return await commands[subject](context, words, (line) => void process.stdout.write(`${line}\n`));
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
