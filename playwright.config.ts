import { defineConfig } from '@playwright/test';

/** Tests with a server of their own. */
const ownServer = /terms\.spec\.ts$/;
/** Tests of rare states that mostly wait: other engines, two versions of the app, networks that go silent. */
const smoke = /(app-versions|opened-offline|push-firefox|second-engine|slow-connection|stuck-database)\.spec\.ts$/;

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
  // A worker starts a new server for each project. A server of a test's own comes first, because at the end one worker
  // would wait for it.
  projects: [
    { name: 'own-server', testMatch: ownServer },
    { name: 'others', testIgnore: [ownServer, smoke] },
    { name: 'smoke', testMatch: smoke },
  ],
  // A test that fails once has a cause, which a retry would hide.
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['line'], ['json']] : 'line',
  use: {
    browserName: 'chromium',
    trace: 'off',
    // Visitors have confirmed that they are adults; the age gate has its own tests.
    storageState: {
      cookies: [
        {
          name: 'dismissed',
          value: 'age-gate:1',
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
        // A process that only draws without a GPU took a fiftieth of the browser's time.
        '--in-process-gpu',
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
