import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * Counts the tests in vitest's JSON report. A file that breaks before its first test counts as one failure.
 * @param {any} report
 * @returns {Count}
 */
export function countVitest(report) {
  /** @type {any[]} */
  const files = report.testResults ?? [];
  const broken = files.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/**
 * Counts the tests in Playwright's JSON report. A test that passed at its second try passed.
 * @param {any} report
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats ?? {};
  return { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0), skipped };
}

/**
 * The count of one run, made honest: no report, no test, or a bad end without a failed test is one failure.
 * @param {string} file The JSON report.
 * @param {(report: any) => Count} count
 * @param {number} code The exit code of the run.
 * @returns {Count & { problem?: string }}
 */
export function readCount(file, count, code) {
  let found;
  try {
    found = count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, problem: `it ended with code ${code} and without a report` };
  }
  if (found.failed > 0) return found;
  if (found.passed === 0) return { ...found, failed: 1, problem: 'it ran no test' };
  if (code !== 0) return { ...found, failed: 1, problem: `no test failed, yet it ended with code ${code}` };
  return found;
}
