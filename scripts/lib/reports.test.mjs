import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, readCount } from './reports.mjs';
import { inRoot } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tealight-reports-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('the count of a test run', () => {
  it('adds a file that broke before its first test to the failures of vitest', () => {
    const fine = { status: 'passed', assertionResults: [{ status: 'passed' }] };
    const failed = {
      status: 'failed',
      fullName: 'a count is right',
      failureMessages: ['\u001b[31mexpected 1\u001b[39m'],
    };
    const failing = { status: 'failed', name: inRoot('tests', 'count.test.ts'), assertionResults: [failed] };
    const broken = {
      status: 'failed',
      name: inRoot('tests', 'broken.test.ts'),
      message: 'no such file',
      assertionResults: [],
    };
    const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, testResults: [fine, failing, broken] };
    expect(countVitest(report)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: ['tests/count.test.ts › a count is right\n    expected 1', 'tests/broken.test.ts\n    no such file'],
    });
  });

  it('takes an error of the browser tests outside of any test as failed', () => {
    const results = [{ error: { message: 'last' } }];
    const failed = {
      ok: false,
      file: 'chat.spec.ts',
      title: 'a draft stays',
      tests: [{ status: 'unexpected', results }],
    };
    const passed = { ok: true, file: 'push.spec.ts', title: 'a push comes', tests: [{ status: 'expected' }] };
    const suites = [{ suites: [{ specs: [failed, passed] }] }];
    const stats = { expected: 4, unexpected: 1, skipped: 1 };
    expect(countPlaywright({ stats, suites, errors: [{ message: 'no' }] })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 1,
      failures: ['chat.spec.ts › a draft stays\n    last', 'outside of the tests\n    no'],
    });
  });

  it('is a failure when nothing ran', () => {
    expect(readCount(write('{"numPassedTests":0}'), countVitest, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is a failure when there is no report, or only half of one', () => {
    expect(readCount(join(folder, 'missing.json'), countVitest, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(readCount(write('{"numPassed'), countVitest, 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is a failure when all tests passed and the run still ended badly', () => {
    expect(readCount(write('{"numPassedTests":5}'), countVitest, 1)).toMatchObject({ passed: 5, failed: 1 });
    expect(readCount(write('{"numPassedTests":5}'), countVitest, 0)).toMatchObject({
      passed: 5,
      failed: 0,
      skipped: 0,
    });
  });
});

/** @param {string} text */
function write(text) {
  const file = join(folder, 'report.json');
  writeFileSync(file, text);
  return file;
}
