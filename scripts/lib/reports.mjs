import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Count */

/**
 * Counts the outcomes in a report of Vitest. A file that breaks before its first test counts as one failure.
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
  /** @type {string[]} */
  const failures = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => failure(`${formatPlace(name)} › ${test.fullName}`, test.failureMessages?.[0])),
  );
  return {
    failures: [...failures, ...broken.map((file) => failure(formatPlace(file.name), file.message))],
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** @param {any} report @returns {Count} */
export function countPlaywright(report) {
  const { expected = 0, unexpected = 0, skipped = 0 } = report.stats ?? {};
  /** @type {any[]} */
  const errors = report.errors ?? [];
  const failures = [...specs(report.suites ?? [])]
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => failure(`${file} › ${title}`, tests?.[0]?.results?.at(-1)?.error?.message));
  return {
    failures: [...failures, ...errors.map(({ message }) => failure('outside of the tests', message))],
    passed: expected,
    failed: unexpected + errors.length,
    skipped,
  };
}

/** @param {any[]} suites @returns {Generator<any>} */
function* specs(suites) {
  for (const suite of suites) {
    yield* suite.specs ?? [];
    yield* specs(suite.suites ?? []);
  }
}

/** @param {string} file */
const formatPlace = (file) => relative(root, file);

const LINES_OF_A_FAILURE = 6;

/** @param {string} where @param {string} [why] */
function failure(where, why = '') {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, LINES_OF_A_FAILURE);
  return [where, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd();
}

/**
 * Reads the counts of a run. A missing report, no tests, or a failed run without a failed test counts as one failure.
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
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [],
      problem: `it ended with code ${code} and without a report`,
    };
  }
  if (found.failed > 0) return found;
  if (found.passed === 0) return { ...found, failed: 1, problem: 'it ran no test' };
  if (code !== 0) return { ...found, failed: 1, problem: `no test failed, yet it ended with code ${code}` };
  return found;
}
