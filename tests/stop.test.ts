import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, it, vi } from 'vitest';

import { createDiskStorage } from '../server/platform/storage/disk-storage.ts';
import { useCluster } from './support/nodes.ts';

const soon = { timeout: 30_000, interval: 20 };

const { test, cluster } = useCluster();

async function stopWhen(isTime: () => Promise<void>): Promise<[code: number, complaints: string]> {
  const child = cluster.spawn('worker', { DEMO: '1' });
  const [complaints, ended] = [text(child.stderr), once(child, 'exit')];
  await isTime();
  child.kill('SIGTERM');
  return [((await ended) as [number])[0], await complaints];
}

const photos = async (): Promise<number> => (await test.sql('select 1 from photos')).length;

describe('a process that is told to stop', () => {
  it.each([
    ['waits for another that migrates', 7_482_901],
    ['waits for another that fills the demo site', 7_482_902],
  ])('while it %s exits with 0 and without an error message', async (_what, lock) => {
    const holder = await test.context.database.pool.connect();
    await holder.query('select pg_advisory_lock($1)', [lock]);
    // The first waits by asking again and again.
    const waiting = `select 1 from pg_stat_activity
                      where datname = current_database() and query like 'select pg_try_advisory_lock%' and $1 = 7482901
                     union
                     select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted
                        and database = (select oid from pg_database where datname = current_database())`;
    const stopped = await stopWhen(async () => {
      await vi.waitFor(async () => expect(await test.sql(waiting, [lock])).toHaveLength(1), soon);
      // The lock is released after the signal.
      setTimeout(() => void holder.query('select pg_advisory_unlock($1)', [lock]), 200);
    });
    expect(stopped).toEqual([0, '']);
    holder.release();
  });

  it('while it draws the demo members exits with 0, and the next process continues', async () => {
    for (let start = 0; start < 2; start += 1) {
      const known = await photos();
      const stopped = await stopWhen(() => vi.waitFor(async () => expect(await photos()).toBeGreaterThan(known), soon));
      expect(stopped).toEqual([0, '']);
    }
    const files = new Set<string>();
    for await (const { key } of createDiskStorage(join(cluster.folder, 'photos')).list()) files.add(dirname(key));
    expect(files.size).toBe(await photos());
  });

  it('answers a request that it has begun over a keep-alive connection, and exits with 0', async () => {
    const node = await cluster.start('web');
    const body = JSON.stringify({ login: 'nobody@example.org', password: 'whatever it may be' });
    const socket = connect(node.port, '127.0.0.1');
    const head = ['POST /api/user.php HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    socket.write(`${[...head, 'X-Client-Type: web', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n{`);
    // Once it answers a later request, it has read the head.
    await fetch(`http://${node.address}/healthz`);
    const ended = node.end('SIGTERM');
    await vi.waitFor(
      async () => expect(await fetch(`http://${node.address}/healthz`).catch(() => null)).toBeNull(),
      soon,
    );
    socket.write(body.slice(1));
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(await ended).toBe(0);
  });

  it('answers 503 at /readyz, but still serves requests before it refuses connections', async () => {
    const node = await cluster.start('web', { DRAIN_SECONDS: '600' });
    const ready = async (): Promise<number> => (await fetch(`http://${node.address}/readyz`)).status;
    expect(await ready()).toBe(200);
    const ended = node.end('SIGTERM');
    await vi.waitFor(async () => expect(await ready()).toBe(503), soon);
    expect((await fetch(`http://${node.address}/healthz`)).status).toBe(200);
    // Sending the signal again skips the wait.
    node.process.kill('SIGTERM');
    expect(await ended).toBeNull();
  });
});
