// Every regular expression of the product must take linear time, whatever text it reads.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findPatterns, judgePattern, keepLinear, readKept } from './lib/patterns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['contract', 'locales', 'server', 'web', 'demo'];
const files = packages.flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .map((path) => join(name, path))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
);

const kept = readKept();
const linear = new Set();
const faults = [];
let count = 0;

for (const path of files)
  for (const pattern of findPatterns(path, readFileSync(join(root, path), 'utf8'))) {
    count += 1;
    const written = `/${pattern.source}/${pattern.flags}`;
    const fault = kept.has(written) ? undefined : await judgePattern(pattern);
    if (fault === undefined) linear.add(written);
    else faults.push(`${path}:${pattern.line}: ${written} ${fault}`);
  }

keepLinear(linear);
if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n${faults.length} patterns that are not linear.\n`);
else process.stdout.write(`${count} regular expressions, all linear.\n`);
// Exit explicitly, because the checker's own process would wait for more patterns.
process.exit(faults.length > 0 ? 1 : 0);
