import { userInfo } from 'node:os';
import { join } from 'node:path';

import { deskCommands as commands } from './desk-commands.ts';
import { migrate } from './platform/database/migrate.ts';
import { checkInstallation } from './platform/installation.ts';
import { migrateJobs } from './platform/jobs/jobs.ts';
import { runCommand } from './run-command.ts';
import { identifyStaff } from './staff/identify-staff.ts';

const usage =
  'npm run desk -- list\nnpm run desk -- photos\nnpm run desk -- withdrawals\nnpm run desk -- mismatches\nnpm run desk -- block-iban\nnpm run codes -- list\nnpm run settings -- list\n';

/** The entry point for the staff's commands, until there are pages for them. */
const [subject, ...words] = process.argv.slice(2);
if (isCommand(subject)) {
  await runCommand(async (context, root) => {
    const { deskUser } = context.config;
    const staff = identifyStaff({ account: userInfo(), sudoUser: process.env['SUDO_USER'], deskUser });
    if (words.includes('--by')) throw new Error(`--by names nobody: you act as ${staff.who}.`);
    await migrate(context.database, join(root, 'migrations'), () => migrateJobs(context.database));
    await checkInstallation(context);
    return commands[subject]({ ...context, staff }, words, (line) => void process.stdout.write(`${line}\n`));
  });
} else {
  process.stderr.write(usage);
  process.exitCode = 1;
}

function isCommand(name: string | undefined): name is keyof typeof commands {
  return name !== undefined && Object.hasOwn(commands, name);
}
