import { defineConfig } from '@playwright/test';

/** End-to-end tests in the system's Chromium, each file against a server of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 1,
  // A machine that does other things may lose a second somewhere: two more tries there, none at a desk.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: process.env['CI'] !== undefined,
  globalSetup: './tests/support/e2e-server.ts',
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['line'], ['json']] : 'line',
  use: {
    browserName: 'chromium',
    trace: 'off',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
