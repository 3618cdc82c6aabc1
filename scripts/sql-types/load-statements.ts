import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { type Statement, statements } from '../../server/platform/database/statement.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function loadStatements(): Promise<Statement<unknown, unknown>[]> {
  for (const folder of ['server', 'demo']) {
    const files = await readdir(`${root}/${folder}`, { recursive: true });
    for (const file of files.map((name) => name.replaceAll('\\', '/')).filter((name) => isQueries(name)))
      await import(/* @vite-ignore */ `${root}/${folder}/${file}`);
  }
  return [...statements.values()];
}

function isQueries(name: string): boolean {
  return /(?:^|\/)queries[^/]*\.ts$/.test(name) && !name.endsWith('.test.ts');
}
