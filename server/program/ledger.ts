import { once } from 'node:events';
import { parseArgs } from 'node:util';

import { exportBooks, listLiability, listTax, verifyBooks } from '../books/reports.ts';
import { reconcileBooks } from '../books/reconcile.ts';
import type { AppContext } from '../context.ts';
import { dayForm, readDay } from '../staff/command.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run ledger -- verify
npm run ledger -- export [--from 2026-01-01] [--to 2026-02-01]
npm run ledger -- tax --from 2026-01-01 --to 2026-04-01
npm run ledger -- liability
npm run ledger -- reconcile --provider mollie [--from 2026-01-01]
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printProgress = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a command: results go to stdout, progress to stderr. */
async function start(words: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' }, provider: { type: 'string' } },
  });
  const [command] = positionals;
  const run = command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run || (command === 'reconcile' && values.provider === undefined)) {
    process.stderr.write(usage);
    process.exitCode = 1;
    return;
  }
  await runCommand((context) => run(context, values));
}

interface Options {
  from?: string | undefined;
  to?: string | undefined;
  provider?: string | undefined;
}

const commands: Record<string, (context: AppContext, options: Options) => Promise<number>> = {
  verify: async ({ database }) => ((await verifyBooks(database, print, printProgress)) === 0 ? 0 : 1),
  export: async ({ database, clock }, { from, to }) => {
    const period = { from: findDay('--from', from) ?? new Date(0), to: findDay('--to', to) ?? clock.now() };
    await exportBooks(database, period, writeSlowly, printProgress);
    return 0;
  },
  tax: async ({ database }, { from = '', to = '' }) => {
    findDay('--from', from);
    findDay('--to', to);
    await listTax(database, { from, to }, writeSlowly, printProgress);
    return 0;
  },
  liability: async ({ database }) => {
    await listLiability(database, print, printProgress);
    return 0;
  },
  reconcile: async (context, { provider = '', from }) => {
    if (provider === 'mollie' && context.payments.mollie.url === '')
      throw new Error('the provider mollie is not configured: set PAYMENTS_URL');
    const options = { provider, from: findDay('--from', from) ?? new Date(0) };
    return (await reconcileBooks(context, options, print, printProgress)) === 0 ? 0 : 1;
  },
};

/** Returns the beginning of a day in UTC; undefined without the option. */
function findDay(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const day = readDay(text);
  if (!day) throw new Error(`${option} is ${dayForm}`);
  return day;
}

async function writeSlowly(line: string): Promise<void> {
  if (!process.stdout.write(line)) await once(process.stdout, 'drain');
}

try {
  await start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
