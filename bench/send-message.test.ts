import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants } from '../tests/support/chat.ts';
import { listen } from '../tests/support/live.ts';
import { createTestApp, type TestApp } from '../tests/support/test-app.ts';
import { listStatements, resetStatements } from './lib/count-writes.ts';
import { startBenchDatabase, type BenchDatabase, openPool } from './lib/database.ts';
import { fillConversations, type Conversations } from './lib/fill-conversations.ts';
import { insertMembers, pairMembers } from './lib/fill-members.ts';
import { countMessages, countingSettings, nameStatement, type MessageCounts } from './lib/message-counts.ts';
import { openMessageLoad, type MessageLoad } from './lib/message-load.ts';
import { driveStatements } from './lib/recorded-statements.ts';

let test: TestApp;
let load: MessageLoad;
const counted = async (text: string): Promise<number> => (await test.sql<{ count: number }>(text))[0]?.count ?? 0;

beforeAll(async () => {
  test = await createTestApp();
  const members = await insertMembers(test.context.database.pool, 20, 10_000);
  const port = Number((await listen(test)).split(':')[1]);
  load = await openMessageLoad({ host: '127.0.0.1', port }, pairMembers(members), 8, { sendersToo: true });
});
afterAll(async () => {
  load.close();
  await test.close();
});

describe('the bench of paid messages', () => {
  it('stores, charges, counts and delivers every acknowledged message once', async () => {
    const rounds = [
      await load.closedLoop({ messages: 200 }),
      await load.openLoop(200, 0.5),
      await load.closedLoop({ messages: 100 }, 'socket'),
    ];
    const sent = rounds.reduce((sum, round) => sum + round.sent, 0);
    expect(sent).toBe(400);
    expect(await counted('select count(*) from messages')).toBe(sent);
    expect(await counted(`select count(*) from ledger_entries where cause = 'message'`)).toBe(sent);
    expect(await counted('select sum(unread) as count from inbox')).toBe(sent);
    expect(await counted('select count(*) from ledger_entries where key is not null')).toBe(sent);
    expect(await counted('select count(*) from call_results')).toBe(0);
    expect(await brokenInvariants(test)).toEqual([]);
  });
});

describe('what the bench counts', () => {
  let database: BenchDatabase;
  let pool: pg.Pool;
  let filled: Conversations;
  let counts: MessageCounts;
  const sql = async <Row>(text: string): Promise<Row[]> => (await pool.query(text)).rows as Row[];

  beforeAll(async () => {
    const settings = { ...countingSettings, fsync: 'off' };
    database = await startBenchDatabase('send-message-test', { settings });
    pool = openPool({ ...database.connection, max: 1 });
    filled = await fillConversations(database.connection, 140);
    counts = await countMessages(database.connection, filled);
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  it('is the rows and entries of a message, and the whole pages of the first ones after a checkpoint', async () => {
    for (const one of [counts.alone, counts.together, counts.cold])
      expect(one).toMatchObject({ inserted: { messages: 1 }, updated: { wallets: 1 }, entries: { messages_pkey: 1 } });
    expect(counts.cold.wholePages).toBeGreaterThan(10 * counts.together.wholePages);
    expect(await brokenInvariants({ sql })).toEqual([]);
  });

  it('compares with the statements that the app ran for a message, with the same effect', async () => {
    await resetStatements(pool);
    const load = { connections: 2, seconds: 0.5 };
    const rates = [1, 32].map((batchSize) => ({ ...load, batchSize }));
    for (const one of rates)
      expect(await driveStatements(database.connection, filled, counts.recorded, one)).toBeGreaterThan(0);
    const name = ({ text }: { text: string }): string => nameStatement(text);
    // What was shown is noted after the message, for several at once.
    const ofTheApp = counts.ran.map(name).filter((one) => one !== 'chat.add-served');
    const ofTheLimit = (await listStatements(pool, 2)).map(name);
    expect(ofTheLimit.toSorted()).toEqual(ofTheApp.toSorted());
    expect(counts.recorded.flat()).toHaveLength(ofTheApp.length);
    expect(await brokenInvariants({ sql })).toEqual([]);
  });
});
