import { once } from 'node:events';
import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { Writable } from 'node:stream';

import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { jobHandlers } from '../../modules.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import {
  checkClock,
  checkDurability,
  durabilityFaults,
  durabilitySettings,
  waitForDatabase,
} from './check-database.ts';
import { openDatabase } from './database.ts';

const safe = durabilitySettings.map((name) => ({ name, setting: 'on' }));

describe('the durability of a database', () => {
  it.each(durabilitySettings)('is insufficient when %s is off or not reported (FLT-02)', (name) => {
    const others = safe.filter((row) => row.name !== name);
    for (const reported of [[...others, { name, setting: 'off' }], others])
      expect(durabilityFaults(reported)).toEqual([`${name} is off: confirmed commits can be lost`]);
  });

  it.each(['on', 'local', 'remote_write', 'remote_apply'])(
    'is sufficient when commits wait for the disk: %s',
    (setting) => {
      expect(durabilityFaults([...safe.slice(0, 2), { name: 'synchronous_commit', setting }])).toEqual([]);
    },
  );
});

describe('the startup check of the database', () => {
  const test = useTestApp({ server: inject('durableDatabase') });
  let name: string;
  beforeAll(async () => {
    name = (await test.sql<{ name: string }>('select current_database() as name'))[0]?.name ?? '';
  });

  it('accepts the embedded database', async () => {
    await expect(checkDurability(test.context.database)).resolves.toBeUndefined();
  });

  it('refuses a database whose commits do not wait for the disk, and names the setting (FLT-02)', async () => {
    await test.sql(`alter database ${pg.escapeIdentifier(name)} set synchronous_commit = off`);
    const database = openDatabase({ ...inject('durableDatabase'), database: name, max: 1 }, pino({ level: 'silent' }));
    await expect(checkDurability(database)).rejects.toThrow(
      /does not start on this database:\n- synchronous_commit is off/,
    );
    await database.close();
  });

  const server = inject('durableDatabase');
  const lines: string[] = [];
  const log = pino(new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(`${line}`), done()) }));
  const signal = new AbortController().signal;

  it('accepts a usable server, and warns if its log would quote rows', async () => {
    await waitForDatabase({ ...server, database: name }, log, { signal });
    expect(lines).toEqual([]);
    await test.sql(`alter database ${pg.escapeIdentifier(name)} set log_error_verbosity = 'default'`);
    await waitForDatabase({ ...server, database: name }, log, { signal });
    expect(lines.join()).toContain('log_error_verbosity');
  });

  it('names the variable and what is wrong with the server in one line', async () => {
    const reason = (options: object) =>
      waitForDatabase({ ...server, database: name, ...options }, log, { signal }).catch(
        (error: Error) => error.message,
      );
    expect(await reason({ database: 'missing' })).toBe('DATABASE_URL: database "missing" does not exist (3D000)');
    expect(await reason({ host: 'database.invalid' })).toBe('DATABASE_URL: its host is not found');
    const [ascii, role] = [`${name}_ascii`, `${name}_role`];
    await test.sql(`create database ${ascii} template template0 encoding 'SQL_ASCII'`);
    expect(await reason({ database: ascii })).toContain('SQL_ASCII');
    await test.sql(`create role ${role} login`);
    await test.sql('revoke create on schema public from public');
    expect(await reason({ user: role })).toContain('may not create tables');
    await test.sql(`drop role ${role}`);
    await test.sql(`drop database ${ascii}`);
  });

  it('waits for a server that starts later', async () => {
    const proxy: Server = createServer((socket) => {
      const to = connect(`${server.host}/.s.PGSQL.${server.port}`);
      socket.pipe(to).pipe(socket);
      to.on('error', () => undefined);
      socket.on('error', () => undefined);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    await once(proxy.close(), 'close');
    lines.splice(0);
    const ready = waitForDatabase({ ...server, database: name, host: '127.0.0.1', port }, log, { signal });
    await vi.waitFor(() => expect(lines.join()).toContain('database.waiting'));
    await once(proxy.listen(port, '127.0.0.1'), 'listening');
    await ready;
    proxy.close();
  });

  afterEach(() => vi.useRealTimers());

  it('refuses irreversible jobs while the clock of the machine is days ahead or behind', async () => {
    await checkClock(test.context.database);
    for (const days of [15, -15]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
      await expect(checkClock(test.context.database)).rejects.toThrow('the clock of this machine is');
      for (const job of ['erase-accounts', 'enforce-retention', 'purge-debits', 'return-unopened'] as const)
        await expect(jobHandlers(test.context)[job]({}, { job: { id: 1, created_at: new Date() } })).rejects.toThrow(
          'clock',
        );
      vi.useRealTimers();
    }
  });
});
