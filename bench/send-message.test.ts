import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants } from '../tests/support/chat.ts';
import { listen } from '../tests/support/live.ts';
import { createTestApp, type TestApp } from '../tests/support/test-app.ts';
import { insertMembers, pairMembers } from './lib/fill-members.ts';
import { openMessageLoad, type MessageLoad } from './lib/message-load.ts';
import { driveStatements } from './send-message.ts';

let test: TestApp;
let load: MessageLoad;
const counted = async (text: string): Promise<number> => (await test.sql<{ count: number }>(text))[0]?.count ?? 0;

beforeAll(async () => {
  test = await createTestApp();
  const members = await insertMembers(test.context.database.pool, 20, 10_000);
  const port = Number((await listen(test)).split(':')[1]);
  load = await openMessageLoad({ host: '127.0.0.1', port }, pairMembers(members), 8);
});
afterAll(async () => {
  load.close();
  await test.close();
});

describe('the bench of paid messages', () => {
  it('stores, charges, counts and delivers every acknowledged message once', async () => {
    const rounds = [await load.closedLoop({ messages: 200 }), await load.openLoop(200, 0.5)];
    const sent = rounds.reduce((sum, round) => sum + round.sent, 0);
    expect(sent).toBe(300);
    expect(await counted('select count(*) from messages')).toBe(sent);
    expect(await counted(`select count(*) from ledger_entries where cause = 'message'`)).toBe(sent);
    expect(await counted('select sum(unread) as count from inbox')).toBe(sent);
    expect(await counted('select count(*) from idempotency_keys')).toBe(sent);
    expect(await brokenInvariants(test)).toEqual([]);
  });

  it('measures its limit by the same statements with the same effect', async () => {
    const before = await counted('select count(*) from messages');
    const { host, port, user, database } = test.context.database.pool.options as pg.PoolConfig;
    const drive = { conversations: load.conversations(), connections: 2, batchSize: 5, seconds: 0.2, price: 5 };
    const rate = await driveStatements({ host, port, user, database }, drive);
    expect(rate).toBeGreaterThan(0);
    expect(await counted('select count(*) from messages')).toBeGreaterThan(before);
    expect(await brokenInvariants(test)).toEqual([]);
  });
});
