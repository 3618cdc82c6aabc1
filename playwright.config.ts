import { defineConfig } from '@playwright/test';

const long = /(every-screen|narrow-phones|payment-outcomes|two-members-meet)\.spec\.ts$/;

/** End-to-end tests in the system's Chromium; each worker has its own server. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e-server.ts',
  outputDir: '.cache/e2e-results',
  // A slow machine is not a fault; these tests ask whether something happens, never how fast.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // On two cores a third worker does not shorten the run, and slows each test down.
  workers: 2,
  fullyParallel: true,
  // The longest tests start first, so that no worker is left alone with one at the end.
  projects: [
    { name: 'long', testMatch: long },
    { name: 'others', testIgnore: long },
  ],
  // A test that fails once has a cause, which a retry would hide.
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['line'], ['json']] : 'line',
  use: {
    browserName: 'chromium',
    trace: 'off',
    // Visitors have confirmed that they are adults; the warning on entry has its own tests.
    storageState: {
      cookies: [
        {
          name: 'dismissed',
          value: 'entry:1',
          domain: 'localhost',
          path: '/',
          expires: -1,
          httpOnly: false,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [],
    },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Scripts run too briefly to be worth optimizing, which took an eighth of the browser's time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
