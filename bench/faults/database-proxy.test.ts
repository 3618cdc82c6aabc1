import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type Cut, type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';

let proxy: DatabaseProxy;
let behind: pg.Client;
const connection = () => ({ user: inject('database').user, database: 'postgres' });

beforeAll(async () => {
  const { host, port } = inject('database');
  proxy = await startDatabaseProxy({ host, port });
  behind = new pg.Client({ ...connection(), host, port });
  await behind.connect();
  await behind.query('create table if not exists cut_rows (word text)');
  await behind.query('truncate cut_rows');
});
afterAll(async () => {
  await behind.query('drop table cut_rows');
  await behind.end();
  await proxy.close();
});

async function write(word: string): Promise<'done' | 'lost'> {
  const client = new pg.Client({ ...connection(), host: '127.0.0.1', port: proxy.port });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'chat.write-word', text: 'insert into cut_rows values ($1)', values: [word] });
    await client.query('commit');
    return 'done';
  } catch {
    return 'lost';
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isThere = async (word: string): Promise<boolean> =>
  (await behind.query('select from cut_rows where word = $1', [word])).rowCount === 1;

describe('the database proxy', () => {
  it.each<[Cut, boolean]>([
    ['before', false],
    ['after', false],
    ['commit', true],
  ])('cuts a connection (%s): the client gets no response, and the row is stored: %s', async (cut, there) => {
    proxy.arm(cut, 1);
    expect(await write(`${cut} spared`)).toBe('done');
    expect(await isThere(`${cut} spared`)).toBe(true);
    expect(await write(cut)).toBe('lost');
    expect(await isThere(cut)).toBe(there);
    expect(proxy.done[cut]).toBe(1);
    expect(await write(`${cut} later`)).toBe('done');
  });

  it('cuts only at the named statement', async () => {
    proxy.arm('before', 0, 'chat.other-word');
    expect(await write('another')).toBe('done');
    proxy.disarm();
    proxy.arm('before', 0, 'chat.write-word');
    expect(await write('named')).toBe('lost');
  });

  it('cuts no connection after it is disarmed', async () => {
    proxy.arm('before', 0);
    proxy.disarm();
    expect(await write('disarmed')).toBe('done');
  });
});
