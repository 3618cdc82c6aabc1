import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { commands } from '../modules.ts';
import { checkFiles } from './open-files.ts';
import { prepareSchema } from './prepare-schema.ts';
import { runCommand } from './run-command.ts';
import { identifyStaff } from '../staff/staff.ts';

const usage = Object.keys(commands).map((name) => `npm run staff -- ${name}\n`);

const [subject, ...words] = process.argv.slice(2);
// Asked first: `runCommand` leaves root.
const account = userInfo();
if (isCommand(subject)) {
  await runCommand(async (context, root) => {
    const { staffUser } = context.config;
    // Only the image has this file: all who act in a container have its one account.
    const isShared = account.uid === 0 || existsSync(join(root, 'build', 'shared-account'));
    const staff = identifyStaff({ account, isShared, sudoUser: process.env['SUDO_USER'], staffUser });
    if (words.includes('--by')) throw new Error(`--by names nobody: you act as ${staff.who}.`);
    await prepareSchema(context, context.config.migrates);
    await checkFiles(context, { isDeclaring: subject === 'restored' });
    return commands[subject]({ ...context, staff }, words, (line) => void process.stdout.write(`${line}\n`));
  });
} else {
  process.stderr.write(usage.join(''));
  process.exitCode = 1;
}

function isCommand(name: string | undefined): name is keyof typeof commands {
  return name !== undefined && Object.hasOwn(commands, name);
}
