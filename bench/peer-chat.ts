import type pg from 'pg';

import { startApp } from './lib/app.ts';
import { percentile, type Bench, type Figure } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { fetchEjabberd, loopback, openAccount, startEjabberd } from './lib/ejabberd.ts';
import { fillConversations } from './lib/fill-conversations.ts';
import { cpuSeconds, databaseCpuSeconds } from './lib/measure.ts';
import { openMessageLoad } from './lib/message-load.ts';

const conversations = 200;
const inFlight = 64;
const roundSeconds = 4;
const words = ' is the number of this message, and the rest of it is about as long as people write.';

interface Round {
  sent: number;
  seconds: number;
}

interface Measured {
  rate: number;
  /** Microseconds of processor time a message: of the server itself, and of PostgreSQL. */
  server: number;
  database: number;
  /** Bytes of log a message. */
  log: number;
}

/** Alternates rounds of the same message through Tealight, paid, by HTTP and by socket, and through ejabberd. */
export const bench: Bench = {
  question: 'How many delivered, archived messages a second, beside ejabberd on the same PostgreSQL?',
  run: async ({ flags, print }) => {
    const folder = fetchEjabberd();
    if (!folder) return { figures: [], notes: ['skipped: apt-get cannot bring ejabberd here'] };
    const database = await startBenchDatabase('peer-chat', { settings: { listen_addresses: loopback } });
    const filled = await fillConversations(database.connection, conversations);
    const app = await startApp(database.url);
    const load = await openMessageLoad(app, filled.conversations, inFlight, { sendersToo: true });
    const peer = await startEjabberd(folder, database.connection, conversations * 2);
    const peerLoad = await openPeerLoad(peer.port, conversations, inFlight);
    await load.closedLoop({ messages: 3_000 });
    await peerLoad.closedLoop({ messages: 3_000 });
    const own: Measured[] = [];
    const byHttp: Measured[] = [];
    const others: Measured[] = [];
    const measureOne = (pid: number, run: () => Promise<Round>): Promise<Measured> => measure(peer.pool, pid, run);
    while (own.length < Number(flags['rounds'] ?? 5)) {
      byHttp.push(await measureOne(app.pid, () => load.closedLoop({ seconds: roundSeconds })));
      own.push(await measureOne(app.pid, () => load.closedLoop({ seconds: roundSeconds }, 'socket')));
      others.push(await measureOne(peer.pid, () => peerLoad.closedLoop({ seconds: roundSeconds })));
      const [http = 0, socket = 0, peers = 0] = [byHttp, own, others].map((all) => Math.round(all.at(-1)?.rate ?? 0));
      print(`  ${http} /s by HTTP, ${socket} /s by socket, ejabberd ${peers} /s`);
    }
    const archived = await countArchived(peer.pool);
    load.close();
    peerLoad.close();
    await app.stop();
    await peer.stop();
    await database.stop();
    if (archived !== peerLoad.sent() * 2)
      throw new Error(`ejabberd archived ${archived} rows of ${peerLoad.sent()} messages, each for two members`);
    const middle = (all: readonly Measured[], read: (one: Measured) => number): number =>
      percentile(all.map(read), 0.5);
    const compare = (name: string, all: readonly Measured[]): Figure[] => {
      const one = (what: string, unit: string, read: (one: Measured) => number): Figure => {
        const limit = { name: 'ejabberd', value: middle(others, read) };
        return { name: `${name}: ${what}`, unit, value: middle(all, read), limit };
      };
      const least = Math.min(...all.map(({ rate }, n) => rate / (others[n]?.rate ?? Number.NaN)));
      return [
        { ...one('messages, archived and delivered', '/s', ({ rate }) => rate), goal: { atLeast: 1.2 } },
        { name: `${name}: the least of the rounds`, value: least, unit: '× ejabberd', goal: { atLeast: 1 } },
        one('processor time of the server per message', 'µs', ({ server }) => server),
        one('processor time of PostgreSQL per message', 'µs', (round) => round.database),
        one('log bytes per message', 'bytes', ({ log }) => log),
      ];
    };
    return {
      figures: [...compare('by HTTP', byHttp), ...compare('by socket', own)],
      notes: [`${inFlight} in flight, ${conversations} conversations; every member has an open socket`],
    };
  },
};

async function measure(pool: pg.Pool, pid: number, run: () => Promise<Round>): Promise<Measured> {
  const read = async (): Promise<{ server: number; database: number; log: number }> => ({
    server: (await cpuSeconds(pid)) ?? Number.NaN,
    database: Object.values(await databaseCpuSeconds(pool)).reduce((sum, seconds) => sum + seconds, 0),
    log: Number((await pool.query<{ log: string }>(`select pg_current_wal_lsn() - '0/0' as log`)).rows[0]?.log),
  });
  const before = await read();
  const { sent, seconds } = await run();
  const after = await read();
  return {
    rate: sent / seconds,
    server: ((after.server - before.server) * 1e6) / sent,
    database: ((after.database - before.database) * 1e6) / sent,
    log: (after.log - before.log) / sent,
  };
}

export async function countArchived(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from archive');
  return rows[0]?.count ?? 0;
}

/** Opens accounts that each write to the next one. A message counts when the receiver's connection has it. */
export async function openPeerLoad(port: number, pairs: number, atOnce: number) {
  const due = new Map<number, () => void>();
  let number = 0;
  const hear = (text: string): void => {
    const known = Number.parseInt(text, 10);
    due.get(known)?.();
    due.delete(known);
  };
  const accounts: Awaited<ReturnType<typeof openAccount>>[] = [];
  while (accounts.length < pairs * 2) accounts.push(await openAccount(port, accounts.length + 1, hear));
  const send = (): Promise<void> =>
    new Promise((resolve) => {
      const mine = (number += 1);
      due.set(mine, resolve);
      const sender = ((Math.imul(mine, 0x9e3779b1) >>> 0) % pairs) * 2;
      accounts[sender]?.send(sender + 2, `${mine}${words}`);
    });
  return {
    sent: () => number,
    closedLoop: async (until: { messages: number } | { seconds: number }): Promise<Round> => {
      const began = performance.now();
      const first = number;
      const goesOn = (): boolean =>
        'messages' in until ? number - first < until.messages : performance.now() < began + until.seconds * 1_000;
      const work = async (): Promise<void> => {
        while (goesOn()) await send();
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return { sent: number - first, seconds: (performance.now() - began) / 1_000 };
    },
    close: () => {
      for (const account of accounts) account.close();
    },
  };
}
