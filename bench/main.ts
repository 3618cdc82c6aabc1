import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type Bench, lines, goalReached } from './lib/bench.ts';
import { root } from './lib/database.ts';

const names: readonly string[] = [
  'send-message',
  'peer-chat',
  'delivery',
  'live',
  'reconnect',
  'search',
  'lists',
  'digests',
  'books',
  'render-page',
  'migrations',
];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({ strict: false, allowPositionals: true });
const [wanted] = positionals;
const flags = values as Record<string, string>;
const chosen = names.filter((name) => wanted === undefined || name === wanted);
if (chosen.length === 0) throw new Error(`No such bench. There are: ${names.join(', ')}.`);
const results = join(root, '.cache/bench');
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
