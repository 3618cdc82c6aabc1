import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../tests/support/chat.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { lockWallets } from '../credits/wallets.ts';
import { after, dayMs } from './clock.ts';
import { type OnceOptions, hashCall, once, purgeIdempotencyKeys } from './idempotency.ts';

const test = useTestApp();
let memberId: MemberId;
let runs: number;

beforeEach(async () => {
  memberId = (await quickMember(test)).id;
  runs = 0;
});

function options(values: Partial<OnceOptions> = {}): OnceOptions {
  return { memberId, key: randomUUID(), operation: 'sendMessage', body: ['a'], now: test.clock.now(), ...values };
}

const run = (wanted: OnceOptions, work?: () => Promise<object>): Promise<object> =>
  test.context.database.transaction(async (tx) => {
    await lockWallets(tx, [wanted.memberId]);
    const count = async () => {
      runs += 1;
      return { run: runs };
    };
    return once(tx, wanted, work ?? count);
  });

describe('a call with an idempotency key', () => {
  it('runs once and returns its first result to every repetition', async () => {
    const wanted = options();
    expect([await run(wanted), await run(wanted), await run(wanted)]).toEqual([{ run: 1 }, { run: 1 }, { run: 1 }]);
    expect(runs).toBe(1);
  });

  it('runs once when it is made several times concurrently (MON-08)', async () => {
    const wanted = options();
    const answers = await Promise.all(Array.from({ length: 10 }, () => run(wanted)));
    expect(answers).toEqual(answers.map(() => ({ run: 1 })));
    expect(runs).toBe(1);
  });

  it('is refused with another body or for another operation (MON-07)', async () => {
    const wanted = options();
    await run(wanted);
    for (const other of [{ body: ['b'] }, { operation: 'sendGift' }])
      await expect(run({ ...wanted, ...other })).rejects.toMatchObject({ code: 'request.key-reused' });
    expect(runs).toBe(1);
  });

  it('is independent of the same key of another member (MON-10)', async () => {
    const wanted = options();
    await run(wanted);
    const other = (await quickMember(test)).id;
    expect(await run({ ...wanted, memberId: other })).toEqual({ run: 2 });
  });

  it('stores nothing when it fails and can be retried', async () => {
    const wanted = options();
    await expect(run(wanted, () => Promise.reject(new Error('failed midway')))).rejects.toThrow('failed midway');
    expect(await run(wanted)).toEqual({ run: 1 });
  });

  it('runs once if a program of the last release stored its result, and again if one deleted that', async () => {
    const wanted = options();
    const stored = [wanted.memberId, wanted.key, wanted.operation, hashCall(wanted), { run: 7 }, wanted.now];
    await test.sql(
      `insert into idempotency_keys (member_id, key, operation, body_hash, answer, created_at)
       values ($1, $2, $3, decode($4, 'hex'), $5, $6)`,
      stored,
    );
    expect(await run(wanted)).toEqual({ run: 7 });
    await test.sql('delete from idempotency_keys where created_at < $1', [after(wanted.now, -1)]);
    expect(await run(wanted)).toEqual({ run: 7 });
    await test.sql('delete from idempotency_keys where created_at < $1', [after(wanted.now, 1)]);
    expect(await run(wanted)).toEqual({ run: 1 });
  });

  it.each(['quote = null, quote_kind = null', 'idempotency_key = null'])(
    'leaves no hash with a message once any program sets %s',
    async (change) => {
      const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
      await sendText(ada, { profile: bo.id }, 'hello');
      const listHashes = async () => {
        const rows = await test.sql<{ body_hash: Buffer | null }>(
          'select body_hash from messages where sender_id = $1',
          [ada.id],
        );
        return rows.map((row) => row.body_hash !== null);
      };
      await test.sql(`update messages set quote_kind = 'about', quote = 'a sentence' where sender_id = $1`, [ada.id]);
      await test.sql(`update messages set body_hash = '\\x00' where sender_id = $1`, [ada.id]);
      expect(await listHashes()).toEqual([true]);
      await test.sql(`update messages set ${change} where sender_id = $1`, [ada.id]);
      expect(await listHashes()).toEqual([false]);
    },
  );

  it('is remembered for more than seven days and deleted after eight (MON-09)', async () => {
    const wanted = options();
    await run(wanted);
    await purgeIdempotencyKeys(test.context.database, after(wanted.now, 7.5 * dayMs));
    expect(await run(wanted)).toEqual({ run: 1 });
    await purgeIdempotencyKeys(test.context.database, after(wanted.now, 8 * dayMs + 1_000));
    expect(await run(wanted)).toEqual({ run: 2 });
  });
});
