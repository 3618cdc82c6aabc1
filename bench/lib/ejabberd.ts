import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { stopProcess } from './app.ts';
import { root, openPool } from './database.ts';

/** A loopback address of this process, so that no other PostgreSQL is in the way. ejabberd cannot use Unix sockets. */
export const loopback = `127.42.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const unpacked = join(root, '.cache/bench/ejabberd');
const password = 'peer';

/**
 * Fetches Debian's ejabberd and returns its folder, unpacked and not installed; undefined where apt cannot bring it.
 */
export function fetchEjabberd(): string | undefined {
  if (existsSync(unpacked)) return unpacked;
  const apt = (args: string[], cwd: string) => spawnSync('apt-get', args, { cwd, encoding: 'utf8' });
  const planned = apt(['install', '-s', '--no-install-recommends', 'ejabberd', 'erlang-p1-pgsql'], root);
  const names = [...(planned.stdout ?? '').matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
  if (planned.status !== 0 || !names.includes('ejabberd')) return undefined;
  const folder = `${unpacked}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const isFetched = apt(['download', ...names], folder).status === 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    spawnSync('dpkg', ['-x', file, folder], { cwd: folder });
    rmSync(join(folder, file));
  }
  if (isFetched) renameSync(folder, unpacked);
  else rmSync(folder, { recursive: true });
  return isFetched ? unpacked : undefined;
}

/** Starts ejabberd with this many accounts, named by number, in a database `peer` of its own on the same server. */
export async function startEjabberd(folder: string, connection: pg.ClientConfig, accounts: number) {
  const spool = await mkdtemp(join(tmpdir(), 'tealight-peer-'));
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query('drop database if exists peer with (force)');
  await admin.query('create database peer');
  await admin.end();
  const pool = openPool({ ...connection, database: 'peer', max: 1 });
  await pool.query(readFileSync(join(folder, 'usr/share/ejabberd/sql/pg.sql'), 'utf8'));
  await pool.query(`insert into users (username, password) select n, $2 from generate_series(1, $1::int) n`, [
    accounts,
    password,
  ]);
  await pool.query('vacuum analyze');
  const port = await findFreePort();
  const values = {
    PORT: port,
    DATABASE_HOST: loopback,
    DATABASE_PORT: connection.port,
    DATABASE_USER: connection.user,
  };
  const text = readFileSync(join(root, 'bench/ejabberd.yml'), 'utf8').replaceAll(
    /: (PORT|DATABASE_[A-Z]+)/g,
    (_, name: keyof typeof values) => `: ${values[name]}`,
  );
  writeFileSync(join(spool, 'ejabberd.yml'), text);
  const child = startErlang(folder, spool);
  while (!(await isListening(port))) {
    if (child.exitCode !== null)
      throw new Error(`ejabberd ended: ${readFileSync(join(spool, 'ejabberd.log'), 'utf8')}`);
    await wait(100);
  }
  return {
    port,
    pool,
    pid: child.pid ?? 0,
    stop: async () => {
      await stopProcess(child);
      await pool.end();
      await rm(spool, { recursive: true, force: true });
    },
  };
}

function startErlang(folder: string, spool: string) {
  const libraries = join(
    folder,
    'usr/lib',
    readdirSync(join(folder, 'usr/lib')).find((name) => name.includes('-linux-')) ?? '',
  );
  const erlang = join(folder, 'usr/lib/erlang');
  const runtime = readdirSync(erlang).find((name) => name.startsWith('erts-')) ?? '';
  const env = {
    PATH: process.env['PATH'],
    HOME: spool,
    ROOTDIR: erlang,
    BINDIR: join(erlang, runtime, 'bin'),
    EMU: 'beam',
    PROGNAME: 'erl',
    ERL_LIBS: libraries,
    LD_LIBRARY_PATH: libraries,
    EJABBERD_CONFIG_PATH: join(spool, 'ejabberd.yml'),
    EJABBERD_LOG_PATH: join(spool, 'ejabberd.log'),
  };
  // As Debian's `ejabberdctl` starts it, without a node's name and so without other processes.
  const flags = ['+K', 'true', '+P', '250000', '-noinput', '-mnesia', 'dir', `"${spool}"`, '-s', 'ejabberd'];
  return spawn(join(erlang, runtime, 'bin/erlexec'), flags, { cwd: spool, env, stdio: 'ignore' });
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const stream = `<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;

/** Opens an account's connection (RFC 6120). `hear` gets the texts that reach it. */
export async function openAccount(port: number, account: number, hear: (text: string) => void) {
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.setEncoding('utf8');
  let received = '';
  let look = (): void => undefined;
  socket.on('data', (chunk: string) => {
    received += chunk;
    look();
  });
  const exchange = (sent: string, end: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.once('close', () => reject(new Error(`ejabberd closed the connection: ${received}`)));
      look = () => {
        if (!end.test(received)) return;
        received = '';
        resolve();
      };
      socket.write(sent);
    });
  const credentials = Buffer.from(`\0${account}\0${password}`).toString('base64');
  await exchange(stream, /<\/stream:features>/);
  const auth = `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${credentials}</auth>`;
  await exchange(auth, /<success/);
  await exchange(stream, /<\/stream:features>/);
  await exchange(`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, /<\/iq>/);
  await exchange('<presence/>', /<presence/);
  look = () => {
    for (const [, text = ''] of received.matchAll(/<body>([^<]*)<\/body>/g)) hear(text);
    received = received.slice(received.lastIndexOf('</message>') + 1);
  };
  return {
    /** The text must need no escape in XML. */
    send: (to: number, text: string) =>
      void socket.write(`<message to='${to}@localhost' type='chat'><body>${text}</body></message>`),
    close: () => void socket.destroy(),
  };
}
