import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';

import { createId } from '../server/platform/ids.ts';
import { quickMember } from './support/chat.ts';
import { callAt, useCluster } from './support/nodes.ts';
import { freePort } from './support/redis.ts';
import { makeOpenFolder } from './support/temporary-folder.ts';
import { watch } from './support/watcher.ts';

/** An installed PgBouncer; undefined if the tests with it are skipped. `npm run smoke` installs one if it may. */
const program = [process.env['PGBOUNCER'], 'pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => name && spawnSync(name, ['--version'], { timeout: 10_000 }).status === 0,
);

if (!program) process.stdout.write('! No PgBouncer here: the tests with a pooler are left out (pgbouncer).\n');

const { test, cluster } = useCluster();
const opened: { pooler: ChildProcess; folder: string }[] = [];

/** Starts a pooler before the test's server, and returns the URL of the test's database through it. */
async function openPooler(mode: 'session' | 'transaction'): Promise<string> {
  const { host, port, user } = inject('durableDatabase');
  const [row] = await test.sql<{ name: string }>('select current_database() as name');
  const [folder, own] = [makeOpenFolder(), await freePort()];
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${host} port=${port} user=${user}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 60',
  ];
  writeFileSync(file, lines.join('\n'));
  chmodSync(file, 0o644);
  // It refuses to run as root, who starts the server of the tests as nobody, too.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(program ?? '', [...asNobody, file], { stdio: 'ignore' });
  opened.push({ pooler, folder });
  const url = `postgresql://${user}@127.0.0.1:${own}/${row?.name}`;
  await vi.waitFor(
    async () => {
      const client = new pg.Client(url);
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
    },
    { timeout: 20_000, interval: 20 },
  );
  return url;
}

describe.skipIf(!program)('a pooler in front of PostgreSQL', { timeout: 120_000 }, () => {
  afterEach(async () => {
    await cluster.endAll();
    for (const { pooler, folder } of opened.splice(0)) {
      pooler.kill('SIGKILL');
      if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit');
      rmSync(folder, { recursive: true });
    }
  });

  it('that pools sessions carries messages, and their events between processes', async () => {
    const env = { DATABASE_URL: await openPooler('session') };
    const [one, two] = await Promise.all([cluster.start('web', env), cluster.start('web,live,worker', env)]);
    const [ada, bo] = [await quickMember(test, { credits: 500, paid: true }), await quickMember(test, { paid: true })];
    const message = { profile: bo.id, text: 'hello', idempotency_key: createId() };
    const sent = await callAt(one.address, ada, 'sendMessage', message);
    expect(sent.status).toBe(200);
    const watcher = await watch(two.address, bo, sent.body.message.conversation);
    const reply = { conversation: sent.body.message.conversation, text: 'again', idempotency_key: createId() };
    expect((await callAt(one.address, ada, 'sendMessage', reply)).status).toBe(200);
    await vi.waitFor(() => expect(watcher.texts()).toEqual(['hello', 'again']), { timeout: 30_000, interval: 20 });
    watcher.close();
  });

  it('that shares sessions keeps a process from starting, which says why', async () => {
    const child = cluster.spawn('web,live', { DATABASE_URL: await openPooler('transaction') });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, said]).toEqual([1, expect.stringContaining('the pooler there shares sessions')]);
  });
});
