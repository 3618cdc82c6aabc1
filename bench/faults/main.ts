import { parseArgs } from 'node:util';

import { root } from '../lib/database.ts';
import { setPatience } from './client.ts';
import { startEnvironment } from './environment.ts';
import { buildWithFault } from './planted-fault.ts';
import { plantedFaults } from './planted-faults.data.ts';
import { providerNames } from './providers.ts';
import { randomFrom } from './random.ts';
import { defaultRound, runRounds, summaryLines } from './round.ts';

/*
 * npm run faults -- [--seed N] [--first N] [--rounds N | --minutes M] [--slow-ms N] [--planted NAME | --all-planted]
 *                   [--place NAME] [--patience TIMES]
 * Runs at the same time need different places for their data. On a busy machine, limits of time need patience.
 * Each round depends on the seed and its number alone: `--first 6 --rounds 1` repeats round 6.
 * A normal run fails if it finds a violation; a run with a planted fault fails if it finds none.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const text = { type: 'string' } as const;
const { values: flags } = parseArgs({
  options: {
    seed: text,
    first: text,
    rounds: text,
    minutes: text,
    place: text,
    patience: text,
    planted: text,
    'slow-ms': text,
    'all-planted': { type: 'boolean' },
  },
});
const number = (name: 'first' | 'rounds' | 'minutes' | 'patience' | 'slow-ms', otherwise: number): number => {
  const value = Number(flags[name] ?? otherwise);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is not a number`);
  return value;
};
const seed = flags.seed ?? String(Math.floor(Math.random() * 1e9));
const minutes = number('minutes', Number.MAX_SAFE_INTEGER);
const options = {
  seed,
  first: number('first', 1),
  until: Date.now() + minutes * 60_000,
  round: { ...defaultRound, slowMs: number('slow-ms', defaultRound.slowMs) },
};
const debits = randomFrom(`${seed}/debits`).pick(providerNames);
setPatience(number('patience', 1));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (flags['all-planted']) process.exitCode = await catchAll();
else if (flags.planted !== undefined) process.exitCode = (await catchFault(flags.planted)) ? 0 : 1;
else process.exitCode = await runClean();

async function runClean(): Promise<number> {
  say(`seed ${seed}, direct debits by ${debits}`);
  const environment = await startEnvironment(flags.place ?? 'run', root, debits);
  try {
    const result = await runRounds(environment, {
      ...options,
      rounds: number('rounds', flags.minutes === undefined ? 20 : Number.MAX_SAFE_INTEGER),
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
  const environment = await startEnvironment(`planted-${name}`, await buildWithFault(planted), debits);
  try {
    for (const text of planted.sql ?? []) await environment.sql(text);
    const result = await runRounds(environment, {
      ...options,
      rounds: number('rounds', 12),
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
