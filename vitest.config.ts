import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,locales,server,demo,web,mocks,tests,bench}/**/*.test.ts', 'scripts/lib/*.test.mjs'],
    exclude: ['tests/e2e/**', 'node_modules/**', 'build/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A slow machine is no fault: what is asked is whether, never how fast.
    expect: { poll: { timeout: 20_000 } },
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    pool: 'forks',
  },
});
