import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fingerprint } from './fingerprint.mjs';
import { ensureInstalled } from './install.mjs';
import { PlainError, step, tail } from './progress.mjs';
import { inRoot, root, run, runPackage } from './run.mjs';

const MARK = inRoot('build', '.tealight-build');
const PROJECTS = ['contract', 'locales', 'server', 'demo', 'mocks'];

export const SERVER = inRoot('build', 'server', 'program', 'main.js');

/**
 * Builds server and web application unless the last build has the same sources.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt(options) {
  await buildIfChanged(options);
  await writeCommit();
}

/** Writes the commit for `/healthz`, metrics and logs. Without git, as in the container, there is no such file. */
async function writeCommit() {
  const { code, output } = await run('git', ['describe', '--always', '--dirty=.changed', '--exclude=*'], {
    quiet: true,
  });
  const file = inRoot('build', 'commit');
  if (code === 0) writeFileSync(file, output.trim());
  else rmSync(file, { force: true });
}

/** @param {{ force?: boolean }} [options] */
async function buildIfChanged({ force = false } = {}) {
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

/** Installs and builds. In production, processes would do so at once, in a folder that may be read-only. */
export async function ensureReady() {
  if (readEnvironment() !== 'production') {
    await ensureInstalled();
    await ensureBuilt();
  } else if (!existsSync(SERVER)) {
    throw new PlainError('Nothing is built here, and production does not build: run `npm run build` first.');
  }
}

function readEnvironment() {
  const { NODE_ENV, ENV_FILE } = process.env;
  if (ENV_FILE && !existsSync(ENV_FILE)) throw new PlainError(`ENV_FILE names ${ENV_FILE}, and there is no such file.`);
  return NODE_ENV || (ENV_FILE ? parseEnv(readFileSync(ENV_FILE, 'utf8')).NODE_ENV : undefined);
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

const TEXTS = /\.(js|css|json|svg)$/;
/** Smaller responses fit into the first packet uncompressed. */
const SMALLEST_BYTES = 1_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` beside every text file of a folder, so that nothing is compressed during a request.
 * @param {string} folder
 */
async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXTS.test(name));
  await Promise.all(files.map((name) => compressFile(join(folder, name))));
}

/** @param {string} file */
async function compressFile(file) {
  const text = readFileSync(file);
  if (text.length < SMALLEST_BYTES) return;
  // Brotli's highest quality takes four times as long and saves less than two more percent of the largest file.
  const params = { [constants.BROTLI_PARAM_QUALITY]: text.length > 100_000 ? 10 : 11 };
  writeFileSync(`${file}.br`, await toBrotli(text, { params }));
  writeFileSync(`${file}.gz`, await toGzip(text, { level: 9 }));
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
