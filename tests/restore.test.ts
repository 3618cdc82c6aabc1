import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { randomFrom } from '../bench/faults/random.ts';
import { closeForGood } from '../server/accounts/deletion/deletions.ts';
import { giveTo } from '../server/embedded-postgres/user.ts';
import { eraseMember } from '../server/erasure/erase-member.ts';
import { recordLedgerUse } from '../server/erasure/ledger-notes.ts';
import { dayMs } from '../server/platform/clock.ts';
import { brokenInvariants, quickMember, sendText } from './support/chat.ts';
import { createTemplate } from './support/global-setup.ts';
import { type Cluster, openCluster } from './support/nodes.ts';
import { type Shop, openShop } from './support/payments.ts';
import { type Servers, newCluster, openServers, postgresPrograms, queryServer } from './support/replica.ts';
import type { TestClient } from './support/test-app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const soon = { timeout: 60_000, interval: 50 };
const rounds = 12;
const seed = process.env['SEED'] ?? 'restore';

/** The code blocks of the document in one language, in their order. */
const document = readFileSync(join(root, 'docs/backups.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...document.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, , named]) => named === language)
    .map(([, indent = '', , code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
const [settings = ''] = blocks('ini');
const [backUp = '', stop = '', restore = '', declare = '', archiveAgain = ''] = blocks('sh');

/** Something that a member did, which a restore to a time between `begun` and `ended` may have or not. */
interface Deed {
  kind: 'message' | 'order' | 'sign-up';
  id: string;
  begun: number;
  ended: number;
}

const tables = {
  message: 'select text as id from messages',
  order: `select payment_id::text as id from payments where status = 'completed'`,
  'sign-up': 'select member_id::text as id from members',
};

describe.skipIf(!postgresPrograms)('a restore to a moment (FLT-17, PII-14)', { timeout: 300_000 }, () => {
  let servers: Servers;
  let shop: Shop;
  let cluster: Cluster;
  let name: string;
  let leavers: TestClient[];
  const deeds: Deed[] = [];
  const random = randomFrom(seed);
  const restored = { host: '', port: 5433, user: 'app' };
  const atRestored = <Row extends object>(statement: string) => queryServer<Row & object>(restored, statement, name);

  /** Runs a block of the document as the account of PostgreSQL. */
  const run = async (code: string, variables: Record<string, string> = {}): Promise<string> => {
    const { folder, account } = servers;
    const env = {
      PATH: `${postgresPrograms}:${process.env['PATH']}`,
      BACKUPS: join(folder, 'backups'),
      PGDATA: join(folder, 'second'),
      PGHOST: folder,
      PGPORT: '5433',
      PGUSER: 'app',
      ...variables,
    };
    const running = promisify(execFile)('bash', ['-c', code], { cwd: folder, env, ...account });
    const { stdout } = await running.catch((error: Error) => {
      const log = join(folder, 'second.log');
      throw new Error(`${error.message}\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : ''}`);
    });
    return stdout;
  };

  const listLog = (): string[] => readdirSync(join(servers.folder, 'backups/wal'));

  /** Returns the variables of a process of production, on one of both servers. */
  const production = (port: number): Record<string, string> => ({
    NODE_ENV: 'production',
    DATABASE_URL: `postgresql://app@/${name}?host=${encodeURIComponent(servers.folder)}&port=${port}`,
    DATA_DIR: shop.test.context.config.dataDir,
    SECRET: 'kZ3vQ8mT1wB6nR4yD7pL0sF9hJ2cX5gA',
    PUBLIC_ORIGIN: 'https://tealight.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'hello@tealight.example',
    PAYMENTS_URL: 'https://payments.example',
    PAYMENTS_API_KEY: 'live_key',
    STAFF_USER: 'mo',
    RATE_LIMIT_FACTOR: '1',
    LOG_LEVEL: 'info',
  });
  /** Starts a node of production. Returns its log up to the moment when it is ready or ends. */
  const startNode = async (port: number): Promise<string> => {
    const node = cluster.spawn('web', { ...production(port), DRAIN_SECONDS: '0' });
    let log = '';
    node.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('server.ready')) node.kill('SIGTERM');
    });
    const complaints = text(node.stderr);
    await once(node, 'close');
    return log + (await complaints);
  };
  const runCommand = async (code: string, stopped: string): Promise<string> => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...production(5433) };
    const { stdout } = await promisify(execFile)('bash', ['-c', code], {
      cwd: root,
      env: { ...env, STOPPED: stopped },
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    });
    return stdout;
  };

  beforeAll(async () => {
    servers = openServers();
    const { folder, account } = servers;
    restored.host = folder;
    mkdirSync(join(folder, 'backups', 'wal'), { recursive: true });
    if (account) giveTo(folder, account);
    servers.run('initdb', '-D', 'first', ...newCluster);
    const own = `listen_addresses = ''\nunix_socket_directories = '${folder}'\n`;
    appendFileSync(
      join(folder, 'first/postgresql.conf'),
      own + settings.replaceAll('/var/backups/tealight', join(folder, 'backups')),
    );
    const server = await servers.start('first', 5432);
    await createTemplate(server);
    shop = await openShop({ server });
    const { test } = shop;
    await shop.setSettings({
      company: { name: 'Love B.V.', address: 'Kade 2', kvk: '12345678', vat_numbers: ['NL123456789B01'] },
      support_email: 'help@love.example',
    });
    name = (await shop.value<string>('select current_database()')) ?? '';
    cluster = await openCluster(test);
    leavers = await Promise.all([1, 2, 3].map(() => quickMember(test, { credits: 100, paid: true })));
    for (const { id } of leavers) await test.sql(`update profiles set about = 'canary' where member_id = $1`, [id]);
  });
  afterAll(async () => {
    await run('pg_ctl -D "$PGDATA" -m immediate stop').catch(() => undefined);
    await cluster?.close();
    await shop?.close();
    await servers?.close();
  });

  /** Lets members write, sign up and buy at the same time. */
  async function act(members: TestClient[]): Promise<void> {
    const note = async (kind: Deed['kind'], deed: () => Promise<string>): Promise<void> => {
      const begun = Date.now();
      const id = await deed();
      deeds.push({ kind, id, begun, ended: Date.now() + 1 });
    };
    const { test } = shop;
    await Promise.all([
      note('order', async () => (await shop.paid()).paymentId),
      note('sign-up', async () => (await test.member()).id),
      ...[1, 2, 3].map(() =>
        note('message', async () => {
          const from = random.pick(members);
          const to = random.pick(members.filter((member) => member !== from));
          const words = randomUUID();
          expect((await sendText(from, { profile: to.id }, words)).status).toBe(200);
          return words;
        }),
      ),
    ]);
  }

  async function erase(leaver: TestClient): Promise<void> {
    const { context } = shop.test;
    await closeForGood(context.database, leaver.id, { evenIfActive: true });
    await eraseMember(context, leaver.id);
  }

  /** Ends the file of the log that is being written, and waits until it is archived. */
  async function archive(port: number): Promise<void> {
    const [file] = await queryServer<{ name: string }>(
      { host: servers.folder, port, user: 'app' },
      'select pg_walfile_name(pg_switch_wal()) as name',
    );
    await vi.waitFor(() => expect(listLog()).toContain(file?.name), soon);
  }

  /** Lists the deeds that are wrongly there, or wrongly missing. */
  async function compare(moment: number): Promise<string[]> {
    const wrong: string[] = [];
    for (const [kind, statement] of Object.entries(tables)) {
      const there = new Set((await atRestored<{ id: string }>(statement)).map(({ id }) => id));
      for (const { id, begun, ended } of deeds.filter((deed) => deed.kind === kind)) {
        if (ended <= moment && !there.has(id)) wrong.push(`${kind} is missing`);
        if (begun > moment && there.has(id)) wrong.push(`${kind} is there`);
      }
    }
    return wrong;
  }

  const countErased = async (): Promise<number> => {
    const rows = await atRestored(
      `select from members m join profiles p using (member_id)
        where member_id = any('{${leavers.map(({ id }) => id).join()}}') and m.status = 'deleted' and p.about is distinct from 'canary'`,
    );
    return rows.length;
  };

  it('gives back every member, message and order of the moment, none of later ones, and nobody erased', async () => {
    const { test } = shop;
    expect(await startNode(5432)).toContain('server.ready');
    await recordLedgerUse(test.context);
    const members = await Promise.all([1, 2, 3, 4].map(() => quickMember(test, { credits: 1_000, paid: true })));
    await run(backUp, { PGPORT: '5432' });
    const [base = ''] = readdirSync(join(servers.folder, 'backups/base'));

    const erasedAt: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await act(members);
      const leaver = leavers[round / 3 - 1];
      if (!leaver) continue;
      erasedAt.push(Date.now());
      await erase(leaver);
    }
    await test.member();
    await archive(5432);
    for (let notes = 0; notes < 2; notes += 1) await recordLedgerUse(test.context);
    const stopped = new Date().toISOString();

    // The first comes before the second erasure, which it undoes.
    const [begun, ended] = [Math.min(...deeds.map((deed) => deed.begun)), Math.max(...deeds.map((deed) => deed.ended))];
    const [, second = ended] = erasedAt;
    const stretches = [
      [begun, second],
      [second, ended],
      [second, ended],
    ] as const;
    const moments = stretches.map(([from, to]) => Math.floor(from + random.next() * (to - from)));
    const undone: number[] = [];
    for (const [at, moment] of moments.entries()) {
      const variables = {
        MOMENT: new Date(moment).toISOString().replace('Z', '+00:00'),
        BASE: join(servers.folder, 'backups/base', base),
      };
      if (at === 1) await run(stop);
      if (at === 2) {
        await run('pg_ctl -D "$PGDATA" -m fast stop');
        rmSync(join(servers.folder, 'second'), { recursive: true });
      }
      await run(restore, variables);
      undone.push(leavers.length - (await countErased()));
      expect(await startNode(5433)).toContain('nobody has declared that');
      expect(await runCommand(declare, stopped)).toContain(`erased again: ${undone.at(-1)}`);
      expect(await startNode(5433)).toContain('server.ready');

      expect(await compare(moment)).toEqual([]);
      expect(await countErased()).toBe(leavers.length);
      expect(await brokenInvariants({ sql: atRestored as never })).toEqual([]);
      const half = `select from payments p where (status = 'completed') <> exists
                      (select from ledger_entries e where e.payment_id = p.payment_id and e.cause = 'purchase')`;
      expect(await atRestored(half)).toEqual([]);
    }
    expect(undone[0]).toBeGreaterThan(0);

    await run(archiveAgain);
    await atRestored('create table kept ()');
    const [late] = await atRestored<{ moment: string }>('select clock_timestamp()::text as moment');
    await atRestored('create table undone ()');
    await archive(5433);
    expect(listLog()).toContain('00000002.history');
    await run(backUp);
    expect(readdirSync(join(servers.folder, 'backups/base'))).not.toEqual([base]);
    expect(await startNode(5433)).toContain('server.ready');

    // From the older base backup, past the restore before.
    await run('pg_ctl -D "$PGDATA" -m fast stop');
    rmSync(join(servers.folder, 'second'), { recursive: true });
    await run(restore, { MOMENT: late?.moment ?? '', BASE: join(servers.folder, 'backups/base', base) });
    const tables = await atRestored(`select to_regclass('kept') as kept, to_regclass('undone') as undone`);
    expect(tables).toEqual([{ kept: 'kept', undone: null }]);
  });

  it('is also noticed in a dump, unless nothing was written since', async () => {
    const { context } = shop.test;
    await recordLedgerUse(context);
    await run(`createdb copy && pg_dump ${name} | psql -q -v ON_ERROR_STOP=1 copy`, { PGPORT: '5432' });
    name = 'copy';
    expect(await startNode(5432)).toContain('server.ready');
    for (let notes = 0; notes < 2; notes += 1) await recordLedgerUse(context);
    expect(await startNode(5432)).toContain('nobody has declared that');
  });
});

describe('the backup of a day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const list = (): string[] => readdirSync(join(folder, 'backups'), { recursive: true }).map(String).toSorted();

  it('deletes older backups only after it has succeeded, and never the history of the log', async () => {
    const old = new Date(Date.now() - 60 * dayMs);
    for (const name of ['programs', 'backups/base/old', 'backups/wal'])
      mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['000000010000000000000001', '00000002.history'])
      writeFileSync(join(folder, 'backups/wal', name), '');
    for (const name of ['base/old', 'wal/000000010000000000000001', 'wal/00000002.history'])
      utimesSync(join(folder, 'backups', name), old, old);
    const before = list();
    const env = { PATH: `${join(folder, 'programs')}:${process.env['PATH']}`, BACKUPS: join(folder, 'backups') };
    const backUpWith = async (copied: number, verified: number): Promise<void> => {
      const program = (name: string, code: string) =>
        writeFileSync(join(folder, 'programs', name), `#!/bin/sh\n${code}\n`, { mode: 0o755 });
      program('pg_basebackup', `mkdir "$2" && exit ${copied}`);
      program('pg_verifybackup', `exit ${verified}`);
      // `set -e` would stop nothing in a condition, such as that of a script which reports the failure.
      await promisify(execFile)('bash', ['-c', `if ! {\n${backUp}}; then exit 1; fi`], { env });
    };
    await expect(backUpWith(1, 0)).rejects.toThrow();
    expect(list()).toEqual(expect.arrayContaining(before));
    await expect(backUpWith(0, 1)).rejects.toThrow();
    expect(list()).toEqual(expect.arrayContaining(before));
    await backUpWith(0, 0);
    expect(list()).toEqual(['base', expect.stringMatching(/^base\/2/), 'wal', 'wal/00000002.history']);
  });
});
