import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compressFolder } from './compress.mjs';
import { fingerprint } from './fingerprint.mjs';
import { PlainError, step, tail } from './progress.mjs';
import { inRoot, root, runPackage } from './run.mjs';

const MARK = inRoot('build', '.tealight-build');
const PROJECTS = ['contract', 'locales', 'server', 'demo', 'mocks'];

export const SERVER = inRoot('build', 'server', 'main.js');

/**
 * Builds server and web application unless the last build has the same sources.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt({ force = false } = {}) {
  // Taken before the build, so that files changed during it are built the next time.
  const now = fingerprint(root);
  const last = readMark();
  if (!force && existsSync(SERVER)) {
    if (last.quick === now.quick) return;
    if (last.content === now.content()) return writeMark(now);
  }
  rmSync(MARK, { force: true });
  const mark = { quick: now.quick, content: now.content() };
  await step('Building', buildAll);
  if (!existsSync(SERVER)) {
    // The compiler's build info survives when somebody deletes the output.
    await step('Building the server anew', () => must('tsc', buildServer(['--force'])));
  }
  writeMark({ quick: mark.quick, content: () => mark.content });
}

async function buildAll() {
  const outcomes = await Promise.allSettled([must('tsc', buildServer([])), must('react-router build', buildWeb())]);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason.message);
  if (failures.length > 0) throw new PlainError(failures.join('\n\n'));
}

/** @param {string[]} options */
function buildServer(options) {
  return runPackage('typescript/bin/tsc', ['-b', ...PROJECTS, ...options], { quiet: true });
}

async function buildWeb() {
  const built = await runPackage('@react-router/dev/bin.js', ['build'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
  if (built.code !== 0) return built;
  await compressFolder(inRoot('build', 'web', 'client', 'assets'));
  // The service worker lists the pages' files.
  return runPackage('vite/bin/vite.js', ['build', '--config', 'vite.worker.config.ts'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  });
}

/** @param {string} name @param {Promise<{ code: number, output: string }>} running */
async function must(name, running) {
  const { code, output } = await running;
  if (code !== 0) throw new PlainError(`${name} failed:\n${tail(output, 60)}`);
}

/** @returns {{ quick?: string, content?: string }} */
function readMark() {
  try {
    return JSON.parse(readFileSync(MARK, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {{ quick: string, content: () => string }} print */
function writeMark({ quick, content }) {
  mkdirSync(inRoot('build'), { recursive: true });
  writeFileSync(MARK, JSON.stringify({ quick, content: content() }));
}
