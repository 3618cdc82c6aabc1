// Every regular expression of the product must take linear time, whatever text it reads.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findPatterns, judgePattern } from './lib/patterns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['contract', 'locales', 'server', 'web', 'demo'];
const files = packages.flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .map((path) => join(name, path))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
);

// Checking all patterns takes ten seconds, so the linear ones are cached.
const cache = join(root, '.cache/linear-patterns.json');
const judge = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8')).version;
const linear = new Set(readLinear());
const faults = [];
let count = 0;

for (const path of files)
  for (const pattern of findPatterns(path, readFileSync(join(root, path), 'utf8'))) {
    count += 1;
    const written = `/${pattern.source}/${pattern.flags}`;
    const fault = linear.has(written) ? undefined : await judgePattern(pattern);
    if (fault === undefined) linear.add(written);
    else faults.push(`${path}:${pattern.line}: ${written} ${fault}`);
  }

mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(cache, JSON.stringify({ judge, linear: [...linear] }));
if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n${faults.length} patterns that are not linear.\n`);
else process.stdout.write(`${count} regular expressions, all linear.\n`);
// Exit explicitly, because the checker's own process would wait for more patterns.
process.exit(faults.length > 0 ? 1 : 0);

function readLinear() {
  try {
    const read = JSON.parse(readFileSync(cache, 'utf8'));
    return read.judge === judge ? read.linear : [];
  } catch {
    // There is no cache yet.
    return [];
  }
}
