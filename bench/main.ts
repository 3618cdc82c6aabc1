import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Bench, lines, goalReached } from './lib/bench.ts';

const names: readonly string[] = [
  'send-message',
  'delivery',
  'live',
  'reconnect',
  'member-search',
  'visitor-search',
  'search-writing',
  'lists',
  'digests',
  'push',
  'growth',
  'books',
  'render-page',
  'browser',
  'landers',
  'swipe-game',
  'photos',
  'start',
  'memory',
];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const [wanted, ...rest] = process.argv.slice(2);
const flags = Object.fromEntries(
  rest.map((flag) => {
    const [, name = '', value = 'true'] = /^--([^=]*)(?:=(.*))?$/.exec(flag) ?? [];
    return [name, value];
  }),
);
const chosen = names.filter((name) => wanted === undefined || name === wanted);
if (chosen.length === 0) throw new Error(`No such bench. There are: ${names.join(', ')}.`);
const results = join(fileURLToPath(new URL('../..', import.meta.url)), '.cache/bench');
await mkdir(results, { recursive: true });
let missed = 0;
for (const name of chosen) {
  const { bench } = (await import(`./${name}.js`)) as { bench: Bench };
  print(`\n${name}: ${bench.question}`);
  const report = await bench.run({ quick: false, flags, print });
  for (const line of lines(report)) print(line);
  missed += report.figures.filter((figure) => !goalReached(figure)).length;
  await writeFile(join(results, `${name}.json`), JSON.stringify({ at: new Date().toISOString(), ...report }, null, 2));
}
print(missed === 0 ? '\nEvery goal is reached.' : `\n${missed} goals are not reached.`);
