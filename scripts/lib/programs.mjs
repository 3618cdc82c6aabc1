import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError, say, step, tail } from './progress.mjs';
import { run } from './run.mjs';

/** The headless shell comes first, because it halves the duration of the tests. */
const FASTEST = 'chromium-headless-shell';
const CHROMIUMS = [FASTEST, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe'];

/**
 * Returns the path of a Chromium or Chrome for the browser tests. Installs one if that needs no confirmation.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new PlainError(`CHROMIUM names ${named}, and there is no such file.`);
  if (named) return named;
  const found = findChromium();
  if (found?.endsWith(FASTEST)) return found;
  // A full Chromium also works if nothing can be installed.
  const said = await install('Chromium', found ? [FASTEST] : [FASTEST, 'chromium']);
  const installed = findChromium();
  if (installed) return installed;
  if (said) throw new PlainError(`apt-get could not install chromium:\n${tail(said, 15)}`);
  throw new PlainError(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium), or set CHROMIUM to the path of a Chrome.',
  );
}

function findChromium() {
  // On some Linux distributions this is a script that only prints how to install Chromium.
  const works = (/** @type {string} */ path) => process.platform !== 'linux' || answers(path, /\d+\.\d+/);
  return listChromiums().find((path) => existsSync(path) && works(path));
}

function listChromiums() {
  const { env, platform } = process;
  const [folders, programs] =
    platform === 'darwin'
      ? [['/Applications', join(env.HOME ?? '/', 'Applications')], MAC]
      : platform === 'win32'
        ? [[env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA], WINDOWS]
        : [['/usr/bin', '/usr/local/bin', '/snap/bin'], CHROMIUMS];
  return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []));
}

/**
 * Each program that some tests use: the variable that names it, the packages that contain it, and the tests that are
 * left out without it.
 */
const OPTIONAL = {
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX',
    packages: ['firefox-esr'],
    find: () => findProgram(['firefox-esr', 'firefox']),
    without: 'the tests of pushes in a real browser are left out (firefox-esr in PATH)',
  },
  redis: {
    title: 'Redis',
    variable: 'REDIS_SERVER',
    packages: ['redis-server', 'valkey-server'],
    find: () => findProgram(['redis-server', 'valkey-server']),
    without: 'the tests with Redis between nodes are left out (redis-server in PATH)',
  },
  postgres: {
    title: 'PostgreSQL with pg_basebackup',
    variable: 'POSTGRES_BIN',
    packages: ['postgresql-15', 'postgresql'],
    find: findPostgres,
    without: 'the tests with a replica are left out (postgresql-15)',
  },
  nginx: {
    title: 'nginx',
    variable: 'NGINX',
    packages: ['nginx-light', 'nginx'],
    find: () => ['nginx', '/usr/sbin/nginx'].find((name) => spawnSync(name, ['-v']).status === 0),
    without: 'the tests of deploy/nginx.conf are left out (nginx)',
  },
  pgbouncer: {
    title: 'PgBouncer',
    variable: 'PGBOUNCER',
    packages: ['pgbouncer'],
    find: () => ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version']).status === 0),
    without: 'the tests with a pooler are left out (pgbouncer)',
  },
  systemd: {
    title: 'systemd',
    variable: 'SYSTEMD_ANALYZE',
    packages: ['systemd'],
    find: () => findProgram(['systemd-analyze']),
    without: 'the tests of deploy/systemd are left out (systemd-analyze in PATH)',
  },
  promtool: {
    title: 'promtool',
    variable: 'PROMTOOL',
    packages: ['prometheus'],
    find: () => findProgram(['promtool']),
    without: 'the tests of deploy/prometheus are left out (promtool in PATH)',
  },
  webkit: {
    title: 'WebKitGTK',
    variable: 'WEBKIT',
    packages: ['webkit2gtk-driver xvfb'],
    find: findWebKit,
    without: 'the walk in WebKit is left out (webkit2gtk-driver and xvfb)',
  },
};

/**
 * Returns the variable with the program's path, for the tests' environment. Installs the program if that needs no
 * confirmation. If it is missing, its tests are skipped, and a line says so.
 * @param {keyof typeof OPTIONAL} name
 * @returns {Promise<Record<string, string>>}
 */
export async function ensureProgram(name) {
  const { title, variable, packages, find, without } = OPTIONAL[name];
  let found = process.env[variable] || find();
  if (!found) {
    await install(title, packages);
    found = find();
  }
  if (found) return { [variable]: found };
  say(`! No ${title} here: ${without}.`);
  return {};
}

/** @param {string[]} names */
function findProgram(names) {
  // On some Linux distributions Firefox is a script that only prints how to install it.
  return names.find((name) => answers(name));
}

function findPostgres() {
  const installed = '/usr/lib/postgresql';
  const folders = existsSync(installed) ? readdirSync(installed).map((version) => join(installed, version, 'bin')) : [];
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'initdb')));
}

function findWebKit() {
  if (process.platform !== 'linux') return undefined;
  if (['WebKitWebDriver', 'Xvfb'].some((name) => spawnSync('which', [name]).status !== 0)) return undefined;
  return readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((path) => existsSync(path));
}

/** @param {string} program @param {RegExp} [version] */
function answers(program, version = /./) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && version.test(stdout);
}

/** Another package manager may hold the lock, for example at a machine's first boot. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=400'];

/**
 * Installs the first of the packages that can be installed; names separated by spaces are installed together. Does
 * nothing where that would need a confirmation.
 * @param {string} title @param {string[]} packages
 * @returns {Promise<string>} the output of the last failure
 */
async function install(title, packages) {
  const administrator = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const isAllowed = administrator.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0;
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !isAllowed) return '';
  /** @param {string[]} args */
  const apt = (...args) => {
    const [command = '', ...rest] = [...administrator, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...WAIT];
    return run(command, [...rest, ...args], { quiet: true });
  };
  return step(`Installing ${title} (apt-get)`, async () => {
    // A single unreachable source makes this fail although the package may be available, so the next command decides.
    await apt('update');
    let said = '';
    for (const names of packages) {
      const { code, output } = await apt('install', '-y', '--no-install-recommends', ...names.split(' '));
      if (code === 0) return '';
      said = output;
    }
    return said;
  });
}
