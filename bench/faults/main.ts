import { root } from '../lib/database.ts';
import { linesOf, play } from './play.ts';
import { buildPlant } from './plant.ts';
import { plants } from './plants.data.ts';
import { usualRound } from './round.ts';
import { openStage } from './stage.ts';

/**
 * npm run faults -- [--seed N] [--first N] [--rounds N | --minutes M] [--slow-ms N] [--plant NAME | --plants]
 * Each round draws from the seed and its number: `--first 6 --rounds 1` plays round 6 again.
 * Without a plant, a violation makes the run fail; with one, its absence does.
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
const round = { ...usualRound, slowMs: number('slow-ms', usualRound.slowMs) };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
if (flags.has('plants')) process.exitCode = await huntAll();
else if (flags.has('plant')) process.exitCode = (await hunt(flags.get('plant') ?? '')) ? 0 : 1;
else process.exitCode = await playClean();

async function playClean(): Promise<number> {
  say(`seed ${seed}`);
  const stage = await openStage('run', root);
  try {
    const result = await play(stage, {
      seed,
      first,
      rounds,
      until,
      round,
      untilFound: false,
      onRound: (index, report) => {
        const { acts, rest, checks } = report.seconds;
        const spent = [acts, rest, checks].map((seconds) => seconds.toFixed(1)).join(' + ');
        const found = report.violations.length > 0 ? `✗ ${report.violations.length} violations` : '✓';
        say(`round ${index}: ${report.calls} calls, ${report.messages} messages, ${spent} s ${found}`);
        for (const { check, detail } of report.violations) say(`  ${check}: ${detail}`);
      },
    });
    for (const line of linesOf(stage, result)) say(line);
    return result.violations.length === 0 ? 0 : 1;
  } finally {
    await stage.close();
  }
}

async function huntAll(): Promise<number> {
  let missed = 0;
  for (const { name } of plants) if (!(await hunt(name))) missed += 1;
  say(missed === 0 ? `All ${plants.length} planted faults were caught.` : `${missed} planted faults were not caught.`);
  return missed === 0 ? 0 : 1;
}

/** Plants a fault and plays until it is caught. */
async function hunt(name: string): Promise<boolean> {
  const plant = plants.find((one) => one.name === name);
  if (!plant) throw new Error(`No such plant. There are: ${plants.map((one) => one.name).join(', ')}.`);
  const stage = await openStage(`plant-${name}`, await buildPlant(plant));
  try {
    for (const text of plant.sql ?? []) await stage.sql(text);
    const most = flags.has('rounds') ? rounds : 12;
    const result = await play(stage, {
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
    await stage.close();
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
