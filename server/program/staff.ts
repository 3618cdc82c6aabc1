import { userInfo } from 'node:os';
import { join } from 'node:path';

import { commands } from '../modules.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { runCommand } from './run-command.ts';
import { checkInstallation } from '../settings/check-installation.ts';
import { identifyStaff } from '../staff/staff.ts';

const usage = Object.keys(commands).map((name) => `npm run staff -- ${name}\n`);

const [subject, ...words] = process.argv.slice(2);
if (isCommand(subject)) {
  await runCommand(async (context, root) => {
    const { staffUser } = context.config;
    const staff = identifyStaff({ account: userInfo(), sudoUser: process.env['SUDO_USER'], staffUser });
    if (words.includes('--by')) throw new Error(`--by names nobody: you act as ${staff.who}.`);
    await migrate(context.database, join(root, 'migrations'), () => migrateJobs(context.database));
    await checkInstallation(context);
    return commands[subject]({ ...context, staff }, words, (line) => void process.stdout.write(`${line}\n`));
  });
} else {
  process.stderr.write(usage.join(''));
  process.exitCode = 1;
}

function isCommand(name: string | undefined): name is keyof typeof commands {
  return name !== undefined && Object.hasOwn(commands, name);
}
