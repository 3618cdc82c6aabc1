import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants } from '../tests/support/chat.ts';
import { listen } from '../tests/support/live.ts';
import { type TestApp, createTestApp } from '../tests/support/test-app.ts';
import { fillMembers, pairsOf } from './lib/fill-members.ts';
import { driveStatements } from './lib/send-statements.ts';
import { type Talk, openTalk } from './lib/message-load.ts';

let test: TestApp;
let talk: Talk;
const counted = async (text: string): Promise<number> => (await test.sql<{ count: number }>(text))[0]?.count ?? 0;

beforeAll(async () => {
  test = await createTestApp();
  const members = await fillMembers(test.context.database.pool, 20, 10_000);
  const port = Number((await listen(test)).split(':')[1]);
  talk = await openTalk({ host: '127.0.0.1', port }, pairsOf(members), 8);
});
afterAll(async () => {
  talk.close();
  await test.close();
});

describe('the bench of paid messages', () => {
  it('has every acknowledged message stored, charged, counted and delivered once', async () => {
    const rounds = [await talk.closed({ messages: 200 }), await talk.open(200, 0.5)];
    const sent = rounds.reduce((sum, round) => sum + round.sent, 0);
    expect(sent).toBe(300);
    for (const round of rounds) expect([round.acknowledged, round.delivered.length]).toEqual([round.sent, round.sent]);
    expect(await counted('select count(*) from messages')).toBe(sent);
    expect(await counted(`select count(*) from ledger_entries where cause = 'message'`)).toBe(sent);
    expect(await counted('select sum(unread) as count from inbox')).toBe(sent);
    expect(await counted('select count(*) from idempotency_keys')).toBe(sent);
    expect(await brokenInvariants(test)).toEqual([]);
  });

  it('has as its limit the same statements, with the same effect', async () => {
    const before = await counted('select count(*) from messages');
    const { host, port, user, database } = test.context.database.pool.options as pg.PoolConfig;
    const drive = { lines: talk.lines(), connections: 2, together: 5, seconds: 0.2, price: 5 };
    const rate = await driveStatements({ host, port, user, database }, drive);
    expect(rate).toBeGreaterThan(0);
    expect(await counted('select count(*) from messages')).toBeGreaterThan(before);
    expect(await brokenInvariants(test)).toEqual([]);
  });
});
