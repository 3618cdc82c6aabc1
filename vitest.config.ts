import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

function testsBelow(...folders: string[]): string[] {
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return names.map((name) => name.replaceAll('\\', '/')).filter((name) => /\.test\.(ts|mjs)$/.test(name));
}

/** Tests that use PostgreSQL, with an application of their own or by the server's address. */
const toDatabase = /support\/(test-app|chat|payments|nodes)\.ts'|\binject\(/;
// A process's processor time is that of all its threads.
const measures = /\bcpuUsage\(/;
const needsProcess = (file: string): boolean => {
  const text = readFileSync(join(root, file), 'utf8');
  return toDatabase.test(text) || measures.test(text);
};

/** Tests that start and stop processes, cut their connections, wait for a limit to be reached, or run a changed copy. */
const slow =
  /\/(alerts|commands|disk-full|embedded-postgres|job-takeover|link-cuts|lost-database|nginx|nginx-bucket|nodes|nodes-discounts|operations|overload|patterns|pooler|recipes|replica|restore|roles|rolling|shared-bus|shared-counts|stop|systemd|watchdog)\.test\.(ts|mjs)$/;

const all = testsBelow('contract', 'locales', 'server', 'demo', 'web', 'mocks', 'tests', 'scripts/lib');
const tests = all.filter((file) => !slow.test(file));
const globalSetup = ['tests/support/global-setup.ts'];
// Files of one worker share their imports; reading the program again for each file took half of the time.
const shared = { isolate: false, setupFiles: ['tests/support/restore-spies.ts'] };

// No test depends on the cost of passwords or on the PDFs of receipts unless it asks for them.
const alias = {
  '@node-rs/argon2': join(root, 'tests/support/light-argon2.ts'),
  pdfkit: join(root, 'tests/support/light-pdfkit.ts'),
};

/**
 * `plain` and `database` are the tests. `slow` runs with `smoke`, the benches and the fault runner in their smallest form.
 */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A slow machine is not a fault; these tests ask whether something happens, never how fast.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'plain', include: tests.filter((file) => !needsProcess(file)), pool: 'threads', ...shared },
      },
      {
        extends: true,
        resolve: { alias },
        test: { name: 'database', include: tests.filter(needsProcess), pool: 'forks', globalSetup, ...shared },
      },
      {
        extends: true,
        resolve: { alias },
        test: { name: 'slow', include: all.filter((file) => slow.test(file)), pool: 'forks', globalSetup, ...shared },
      },
      { extends: true, test: { name: 'smoke', include: ['bench/**/*.test.ts'], pool: 'forks', globalSetup } },
    ],
  },
});
