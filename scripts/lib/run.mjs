import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, independent of the working directory. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts A path below the repository. */
export const inRoot = (...parts) => join(root, ...parts);

/** Lines of npm and Node that need no action. */
const NOISE = /^npm (warn|WARN|notice)|ExperimentalWarning|trace-warnings|^\s*$/;

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  process.exitCode = 130;
  for (const child of children) child.kill(signal);
}

/**
 * Passes signals on to a child, only while it runs, because the server that start.mjs loads has its own handlers.
 * @param {import('node:child_process').ChildProcess} child
 */
function watch(child) {
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, passOn);
  children.add(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function unwatch(child) {
  if (children.delete(child) && children.size === 0) for (const signal of SIGNALS) process.off(signal, passOn);
}

/**
 * Runs a program in the repository and waits for it to end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, shell?: boolean }} [options]
 * quiet: keep the output instead of showing it
 * @returns {Promise<{ code: number, output: string }>} output: without noise, and only when quiet
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: options.shell ?? false,
      windowsHide: true,
    });
    watch(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    /** @param {number} code @param {string} [problem] */
    const finish = (code, problem = '') => {
      unwatch(child);
      resolve({ code, output: withoutNoise(output) + problem });
    };
    child.on('error', (error) => finish(127, error.message));
    child.on('close', (code, signal) => finish(code ?? (signal ? 130 : 1)));
  });
}

/**
 * Uses this process's Node, without npx and its start-up time.
 * @param {string} file The program's path below node_modules.
 * @param {string[]} args @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(file, args, options) {
  return run(process.execPath, [inRoot('node_modules', file), ...args], options);
}

/**
 * Prefers the npm that started this process.
 * @param {string[]} args @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const caller = process.env.npm_execpath;
  if (caller && /npm-cli\.[cm]?js$/.test(caller)) return run(process.execPath, [caller, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** @param {string} text */
function withoutNoise(text) {
  return text
    .split(/\r?\n/)
    .filter((line) => !NOISE.test(line))
    .join('\n');
}
