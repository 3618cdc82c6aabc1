import { root } from '../lib/database.ts';
import { summaryLines, runRounds } from './run-rounds.ts';
import { buildWithFault } from './planted-fault.ts';
import { plantedFaults } from './planted-faults.data.ts';
import { setPatience } from './patience.ts';
import { type ProviderName, providerNames } from './providers.ts';
import { randomFrom } from './random.ts';
import { defaultRound } from './round.ts';
import { startEnvironment } from './environment.ts';

/**
 * npm run faults -- [--seed N] [--first N] [--rounds N | --minutes M] [--slow-ms N] [--planted NAME | --all-planted]
 *                   [--place NAME] [--patience TIMES]
 * Runs at the same time need different places for their data. On a busy machine, limits of time need patience.
 * Each round depends on the seed and its number alone: `--first 6 --rounds 1` repeats round 6.
 * A normal run fails if it finds a violation; a run with a planted fault fails if it finds none.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const flags = readFlags(process.argv.slice(2));
const number = (name: string, otherwise: number): number => {
  const value = Number(flags.get(name) ?? otherwise);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is not a number`);
  return value;
};
const seed = flags.get('seed') ?? String(Math.floor(Math.random() * 1e9));
const minutes = number('minutes', 0);
const until = flags.has('minutes') ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
const rounds = flags.has('rounds') || !flags.has('minutes') ? number('rounds', 20) : Number.POSITIVE_INFINITY;
const first = number('first', 1);
/** The provider that collects direct debits, chosen by the seed. */
const pickDebitProvider = (text: string): ProviderName => randomFrom(`${text}/debits`).pick(providerNames);
setPatience(number('patience', 1));
const round = { ...defaultRound, slowMs: number('slow-ms', defaultRound.slowMs) };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (flags.has('all-planted')) process.exitCode = await catchAll();
else if (flags.has('planted')) process.exitCode = (await catchFault(flags.get('planted') ?? '')) ? 0 : 1;
else process.exitCode = await runClean();

async function runClean(): Promise<number> {
  say(`seed ${seed}, direct debits by ${pickDebitProvider(seed)}`);
  const environment = await startEnvironment(flags.get('place') ?? 'run', root, pickDebitProvider(seed));
  try {
    const result = await runRounds(environment, {
      seed,
      first,
      rounds,
      until,
      round,
      untilFound: false,
      onRound: (index, report) => {
        const { actions, settling, checks } = report.seconds;
        const spent = [actions, settling, checks].map((seconds) => seconds.toFixed(1)).join(' + ');
        const found = report.violations.length > 0 ? `✗ ${report.violations.length} violations` : '✓';
        say(`round ${index}: ${report.calls} calls, ${report.messages} messages, ${spent} s ${found}`);
        for (const { check, detail } of report.violations) say(`  ${check}: ${detail}`);
      },
    });
    for (const line of summaryLines(environment, result)) say(line);
    return result.violations.length === 0 ? 0 : 1;
  } finally {
    await environment.close();
  }
}

async function catchAll(): Promise<number> {
  let missed = 0;
  for (const { name } of plantedFaults) if (!(await catchFault(name))) missed += 1;
  say(
    missed === 0
      ? `All ${plantedFaults.length} planted faults were caught.`
      : `${missed} planted faults were not caught.`,
  );
  return missed === 0 ? 0 : 1;
}

async function catchFault(name: string): Promise<boolean> {
  const planted = plantedFaults.find((one) => one.name === name);
  if (!planted)
    throw new Error(`No such planted fault. Known are: ${plantedFaults.map((one) => one.name).join(', ')}.`);
  const environment = await startEnvironment(`planted-${name}`, await buildWithFault(planted), pickDebitProvider(seed));
  try {
    for (const text of planted.sql ?? []) await environment.sql(text);
    const most = flags.has('rounds') ? rounds : 12;
    const result = await runRounds(environment, {
      seed,
      first,
      rounds: most,
      until,
      round,
      untilFound: true,
      onRound: () => undefined,
    });
    const checks = [...new Set(result.violations.map((violation) => violation.check))];
    const [found] = result.violations;
    say(
      `${found ? '✓' : '✗'} ${name}: ${found ? `caught in round ${found.round} by ${checks.join(', ')}` : `not caught in ${result.rounds} rounds`}`,
    );
    if (found) say(`  ${found.check}: ${found.detail}`);
    return found !== undefined;
  } finally {
    await environment.close();
  }
}

function readFlags(words: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const [name = '', value] = (words[index] ?? '').replace(/^--/, '').split('=');
    const next = words[index + 1];
    if (value !== undefined) found.set(name, value);
    else if (next !== undefined && !next.startsWith('--')) {
      found.set(name, next);
      index += 1;
    } else found.set(name, 'true');
  }
  return found;
}
