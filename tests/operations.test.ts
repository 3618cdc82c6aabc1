import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type Server, createServer } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { getEndpoint } from '../contract/calls.ts';
import { canReach, findNobody, giveTo, isRoot } from '../server/embedded-postgres/user.ts';
import { guideNode, guidePath } from './support/guide-node.ts';
import { type Nginx, nginxProgram, startNginx } from './support/nginx.ts';
import { freePort } from './support/redis.ts';
import { postgresPrograms, queryServer } from './support/replica.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';
import { makeOpenFolder } from './support/temporary-folder.ts';
import { signUpForm } from './support/test-app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = fs.readFileSync(join(root, 'docs/operations.md'), 'utf8');
const isComplete =
  Boolean(nginxProgram && postgresPrograms) && fs.existsSync(join(root, 'build/server/program/main.js'));
const domain = 'love.example.org';
// It has what `sed` reads in its own way.
const paymentsKey = 'live_te&st|1';

interface Block {
  language: string;
  /** The heading above it. */
  section: string;
  text: string;
}

function readBlocks(): Block[] {
  return [...guide.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: body = '' }) => ({
      language,
      section: [...guide.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '',
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** Reads the processes of the guide with their ports. */
function readNodes(): { name: string; port: number; metrics: number }[] {
  const found = guide.matchAll(/(\w+):(30\d\d):(91\d\d)\b/g);
  return Array.from(found, ([, name = '', port, metrics]) => ({ name, port: Number(port), metrics: Number(metrics) }));
}

/** A server of its own: folders instead of /etc, /opt and /var/lib, and what stands in for sudo and systemctl. */
class Machine {
  readonly folder = makeOpenFolder();
  /** Root's commands leave root for this account, if it can read the program. */
  readonly account = isRoot() && canReach(root, findNobody()) ? findNobody() : undefined;
  readonly processes = new Map<string, ChildProcess>();
  /** The ports of the guide, and those of this machine. */
  readonly ports = new Map<number, number>();
  database = { host: '127.0.0.1', port: 0, user: 'app' };
  postgres: ChildProcess | undefined;
  nginx: Nginx | undefined;
  mails!: MailServer;
  #units!: Server;
  /** What the processes wrote. */
  #log = '';

  async open(): Promise<void> {
    for (const { port, metrics } of readNodes())
      for (const one of [port, metrics]) this.ports.set(one, await freePort());
    this.mails = await startMailServer();
    await this.#startPostgres();
    for (const name of [
      'etc/nginx/conf.d',
      'etc/nginx/sites-enabled',
      'etc/nginx/modules-enabled',
      'etc/systemd/system',
      'var/lib/tealight',
      'bin',
    ])
      fs.mkdirSync(this.path(name), { recursive: true });
    for (const release of ['1', '2']) this.#addRelease(join('opt/tealight/releases', release));
    // Debian's own site, beside which nginx would refuse the guide's.
    fs.writeFileSync(this.path('etc/nginx/sites-enabled/default'), 'server { listen 80 default_server; }\n');
    fs.writeFileSync(this.path('etc/nginx/nginx.conf'), 'events {\n\tworker_connections 768;\n}\n');
    if (this.account) giveTo(this.path('var/lib/tealight'), this.account);
    const [certificate, key] = [this.path('fullchain.pem'), this.path('privkey.pem')];
    const names = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    await this.#openUnits();
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /**
   * Runs blocks in one shell after another, each with the variables and in the folder of the one before. As where they
   * are pasted, a command that fails does not end the shell, but here it is a fault.
   */
  async run(block: string): Promise<string> {
    const [state, place, failed] = [this.path('state'), this.path('place'), this.path('failed')];
    const before = `set -a\n. ${state}\ncd "$(cat ${place})"\ntrap 'echo "$BASH_COMMAND" >>${failed}' ERR`;
    const script = `${before}\n${this.#adapt(block)}\ntrap - ERR\nexport -p >${state}\npwd >${place}\n`;
    fs.rmSync(failed, { force: true });
    if (!fs.existsSync(state)) {
      fs.writeFileSync(
        state,
        `DOMAIN=${domain}\nSMTP_URL=${this.mails.url}\nPAYMENTS_API_KEY='${paymentsKey}'\nPAYMENTS_TEST=0\n`,
      );
      fs.writeFileSync(place, this.folder);
    }
    const { port, user } = this.database;
    const client = { PGHOST: this.path('postgres'), PGPORT: `${port}`, PGUSER: user, PGDATABASE: 'postgres' };
    const env = {
      PATH: `${this.path('bin')}:${postgresPrograms}:${guidePath}`,
      ...client,
      HOME: this.folder,
      // Root acts in the name of whoever called sudo.
      SUDO_USER: 'anna',
      CURL_HOME: this.folder,
    };
    const shell = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')]);
    expect(fs.existsSync(failed), `${block}\n${out}\n${complaints}\n${this.#log}`).toBe(false);
    return out;
  }

  async close(): Promise<void> {
    await Promise.all([...this.processes.keys()].map((name) => this.#stop(name)));
    await this.nginx?.stop();
    this.#units?.close();
    await this.mails?.close();
    if (this.postgres) {
      const gone = once(this.postgres, 'exit');
      this.postgres.kill('SIGINT');
      await gone;
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** The paths and ports of the guide, as this machine has them. */
  #adapt(given: string): string {
    const ported = [...this.ports].reduce((changed, [from, to]) => changed.replaceAll(`:${from}`, `:${to}`), given);
    return ported.replaceAll(/\/(?=(etc|opt|var\/lib)\/(tealight|nginx|systemd))/g, `${this.folder}/`);
  }

  async #startPostgres(): Promise<void> {
    const folder = this.path('postgres');
    fs.mkdirSync(folder);
    this.database.port = await freePort();
    const account = isRoot() ? findNobody() : undefined;
    if (account) giveTo(folder, account);
    const runs = { cwd: folder, ...account };
    const options = '-U app --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C --no-sync'.split(' ');
    execFileSync(join(postgresPrograms ?? '', 'initdb'), ['-D', 'data', ...options], { ...runs, stdio: 'ignore' });
    const settings = ['-p', `${this.database.port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
    const server = ['-D', 'data', ...settings];
    this.postgres = spawn(join(postgresPrograms ?? '', 'postgres'), server, { ...runs, stdio: 'ignore' });
    await vi.waitFor(() => this.query('select 1', 'postgres'), { timeout: 60_000, interval: 100 });
  }

  query(statement: string, database = 'tealight'): Promise<Record<string, unknown>[]> {
    return queryServer({ ...this.database, host: this.path('postgres') }, statement, database);
  }

  /** A release of which one program fails at once. */
  addBrokenRelease(name: string, broken: string): void {
    const folder = join('opt/tealight/releases', name);
    const programs = this.path(folder, 'build/server/program');
    this.#addRelease(folder);
    fs.rmSync(this.path(folder, 'build'));
    fs.mkdirSync(programs, { recursive: true });
    for (const program of ['main.js', 'migrate.js'])
      fs.writeFileSync(join(programs, program), `process.exitCode = ${program === broken ? 1 : 0};\n`);
  }

  /** A release as `git clone` and the build leave it. */
  #addRelease(folder: string): void {
    fs.mkdirSync(this.path(folder), { recursive: true });
    for (const name of ['build', 'migrations', 'node_modules', 'package.json', 'scripts'])
      fs.symlinkSync(join(root, name), this.path(folder, name));
    fs.cpSync(join(root, 'deploy'), this.path(folder, 'deploy'), { recursive: true });
    for (const name of ['deploy/env.example', 'deploy/nginx-upstreams.conf']) {
      const file = this.path(folder, name);
      const adapted = this.#adapt(fs.readFileSync(file, 'utf8')).replace(
        '@127.0.0.1/',
        `@127.0.0.1:${this.database.port}/`,
      );
      fs.writeFileSync(file, name.endsWith('.example') ? `${adapted}DRAIN_SECONDS=0\n` : adapted);
    }
  }

  /** Lets systemctl and nginx of the guide ask this process. */
  async #openUnits(): Promise<void> {
    this.#units = createServer(async (asked, answer) => {
      try {
        await this.#obey((await text(asked)).split(' '));
        answer.end();
      } catch (error) {
        answer.writeHead(500).end(String(error));
      }
    }).listen(this.path('units'));
    await once(this.#units, 'listening');
    const scripts = {
      systemctl: `exec curl -sS --fail-with-body --unix-socket ${this.path('units')} --data "systemctl $*" http://units/`,
      nginx: `exec curl -sS --fail-with-body --unix-socket ${this.path('units')} --data "nginx $*" http://units/`,
      sudo: 'test "$1 $2" = "-u postgres"; shift 2; exec "$@"',
    };
    for (const [name, script] of Object.entries(scripts)) {
      fs.writeFileSync(this.path('bin', name), `#!/bin/bash\nset -eu\n${script}\n`);
      fs.chmodSync(this.path('bin', name), 0o755);
    }
  }

  async #obey([program, verb = '', ...rest]: string[]): Promise<void> {
    const units = rest.filter((word) => word !== '--now');
    if (program === 'nginx' && verb === '-t') return;
    if (verb === 'reload' && units.join() === 'nginx') return this.#startNginx();
    if (verb === 'daemon-reload') return;
    if (!['start', 'restart', 'enable'].includes(verb)) throw new Error(`no ${verb} here`);
    for (const unit of units) {
      if (unit === 'tealight.target') continue;
      await this.#stop(unit);
      await this.#start(unit);
    }
  }

  async #startNginx(): Promise<void> {
    const folder = this.path('etc/nginx/conf.d');
    expect(fs.readdirSync(this.path('etc/nginx/sites-enabled'))).toEqual([]);
    const files = { site: join(folder, 'tealight.conf'), upstreams: join(folder, 'tealight-upstreams.conf') };
    const read = (name: string): string => fs.readFileSync(this.path(name), 'utf8');
    this.nginx = await startNginx(files, { certificate: read('fullchain.pem'), key: read('privkey.pem') });
    const lines = [
      `cacert = "${this.path('fullchain.pem')}"`,
      `connect-to = "${domain}:443:127.0.0.1:${this.nginx.https}"`,
    ];
    fs.writeFileSync(this.path('.curlrc'), `${lines.join('\n')}\n`);
  }

  /** Starts what the unit says, with the variables that it gives, as systemd does. */
  async #start(unit: string): Promise<void> {
    const [name = '', instance = ''] = unit.split('@');
    const file = this.path('etc/systemd/system', instance ? `${name}@.service` : `${name}.service`);
    const credential = this.path('etc/tealight/env');
    const lines = fs.readFileSync(file, 'utf8').replaceAll('%i', instance).replaceAll('%d/env', credential).split('\n');
    const values = (key: string): string[] =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    expect(values('LoadCredential')).toEqual(['env:/etc/tealight/env']);
    const files = values('EnvironmentFile').map((path) => this.folder + path.slice(1));
    const variables = [
      ...values('Environment'),
      ...files.flatMap((path) => fs.readFileSync(path, 'utf8').trim().split('\n')),
    ];
    const [program = ''] = values('ExecStart');
    const pairs = [['PATH', guidePath], ...variables.map((pair) => pair.split('='))];
    const env = Object.fromEntries(pairs) as Record<string, string>;
    const main = this.folder + program.split(' ')[1];
    const child = spawn(guideNode, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => void (this.#log += data.toString()));
    this.processes.set(unit, child);
    if (values('Type').join() !== 'oneshot') return;
    const [code] = await once(child, 'exit');
    this.processes.delete(unit);
    expect(code, this.#log).toBe(0);
  }

  async #stop(unit: string): Promise<void> {
    const child = this.processes.get(unit);
    if (!child) return;
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await gone;
    this.processes.delete(unit);
    expect(child.exitCode, this.#log).toBe(0);
  }
}

describe('the guide', () => {
  it('marks each block as one that this test runs, or as one that it does not', () => {
    expect([...new Set(readBlocks().map(({ language }) => language))].toSorted()).toEqual(['sh', 'text']);
    const [first = ''] = guide.split('\n## Upgrade\n');
    const steps = [...first.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(steps).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('gives the processes the ports at which nginx and Prometheus look for them', () => {
    const read = (name: string): string => fs.readFileSync(join(root, 'deploy', name), 'utf8');
    const nodes = readNodes();
    const ports = [...read('nginx-upstreams.conf').matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
    expect(ports).toEqual(nodes.filter(({ name }) => name !== 'worker').map(({ port }) => port));
    const watched = [...read('prometheus/prometheus.yml').matchAll(/127\.0\.0\.1:(91\d\d)/g)].map(([, port]) =>
      Number(port),
    );
    expect(watched).toEqual(nodes.map(({ metrics }) => metrics));
  });

  it.each(readBlocks().map(({ section, text: body }) => [`${section}: ${body.split('\n')[0]}`, body]))(
    'has no fault in %s',
    (_name, body) => {
      execFileSync('bash', ['-n'], { input: body });
    },
  );
});

describe.skipIf(!isComplete)('somebody who follows the guide', () => {
  const machine = new Machine();
  const run = async (section: string, adapt = (block: string): string => block): Promise<string[]> => {
    const blocks = readBlocks().filter((block) => block.section === section && block.language === 'sh');
    expect(blocks.length).toBeGreaterThan(0);
    const said: string[] = [];
    for (const block of blocks) said.push(await machine.run(adapt(block.text)));
    return said;
  };
  /** Sends a browser's request to the site, through nginx. */
  const ask = async (method: string, path: string, body?: object): Promise<{ status: number; text: string }> => {
    const options = { host: '127.0.0.1', port: machine.nginx?.https, servername: domain, agent: false, method, path };
    const type = { 'content-type': 'application/json', 'x-client-type': 'web' };
    const headers = { host: domain, origin: `https://${domain}`, ...type };
    const sent = request({ ...options, headers, ca: fs.readFileSync(machine.path('fullchain.pem')) });
    sent.end(body && JSON.stringify(body));
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, text: await text(answer) };
  };
  const findAda = () => machine.query("select status from members where name = 'Ada'");

  beforeAll(() => machine.open());
  afterAll(() => machine.close());

  it('gets from an empty server to the first member', { timeout: 300_000 }, async () => {
    const said = await run('From an empty server to the first member');
    expect(said.at(-1)).toBe('ready\n');
    expect(await machine.run('command -v node')).toBe(`${guideNode}\n`);
    expect(fs.readFileSync(machine.path('etc/tealight/env'), 'utf8')).toContain(`PAYMENTS_API_KEY=${paymentsKey}\n`);
    expect(fs.readFileSync(machine.path('etc/nginx/nginx.conf'), 'utf8')).toContain('\tworker_connections 16384;\n');
    const owner = fs.statSync(machine.path('var/lib/tealight/installation')).uid;
    expect(owner).toBe(machine.account?.uid ?? process.getuid?.());
    const { path } = getEndpoint('signUp');
    const email = 'ada@example.org';
    expect(await ask('POST', path, signUpForm({ name: 'Ada', email }))).toMatchObject({ status: 200 });
    expect(await findAda()).toEqual([{ status: 'not_confirmed' }]);
    const mail = await vi.waitFor(
      async () => {
        const [received] = machine.mails.received.filter(({ to }) => to === email);
        expect(received).toBeDefined();
        return (await PostalMime.parse(received?.raw ?? '')).text ?? '';
      },
      { timeout: 60_000, interval: 100 },
    );
    const token = new RegExp(`https://${domain}/activate/done\\?token=([\\w-]+)`).exec(mail)?.[1];
    expect(await ask('POST', getEndpoint('activateAccount').path, { token })).toMatchObject({ status: 200 });
    expect(await findAda()).toEqual([{ status: 'active' }]);
    expect((await ask('GET', '/')).text).toContain('Vonk');
  });

  it.each(['Upgrade', 'Roll back'])('can do this: %s', { timeout: 300_000 }, async (section) => {
    const before = new Map(machine.processes);
    await run(section);
    expect([...machine.processes.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    for (const [unit, child] of machine.processes) expect(child.pid).not.toBe(before.get(unit)?.pid);
    expect(await findAda()).toEqual([{ status: 'active' }]);
    expect((await ask('GET', '/readyz')).status).toBe(200);
  });

  it.each([
    ['3', 'main.js', ['tealight@worker']],
    ['4', 'migrate.js', []],
  ])(
    'loses no more than one process to release %s, whose %s fails',
    { timeout: 300_000 },
    async (name, broken, lost) => {
      machine.addBrokenRelease(name, broken);
      const before = new Map(machine.processes);
      const upgrade = run('Upgrade', (block) =>
        block.replaceAll('releases/2', `releases/${name}`).replaceAll('--retry 60', '--retry 2'),
      );
      await expect(upgrade).rejects.toThrow('releases/');
      const changed = [...machine.processes].filter(([unit, child]) => child !== before.get(unit));
      expect(changed.map(([unit]) => unit)).toEqual(lost);
      expect((await ask('GET', '/readyz')).status).toBe(200);
      for (const unit of lost) machine.processes.delete(unit);
      await run('Roll back');
      expect([...machine.processes.keys()].toSorted()).toEqual([...before.keys()].toSorted());
      expect((await ask('GET', '/readyz')).status).toBe(200);
    },
  );
});
