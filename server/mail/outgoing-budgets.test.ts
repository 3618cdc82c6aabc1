import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { mailsTo } from '../../tests/support/complaint.ts';
import { type TestApp, createTestApp, signUpForm } from '../../tests/support/test-app.ts';
import { hourMs, minuteMs } from '../platform/clock.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { type OutgoingFor, consumeMailBudget } from './outgoing-budgets.ts';
import { type CountedBy, type OutgoingUse, outgoingLimits } from './outgoing-limits.data.ts';

const errors: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      errors.push(line.toString());
      done();
    },
  });
  test = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' }, log: createLog('error', lines) });
  await test.sql(`insert into domains (host, niche) values ('quiet.example', 1)`);
  await test.sql(`insert into setting_scopes (scope, values) values ($1, $2)`, [
    'domain:quiet.example',
    { account_discretion: true },
  ]);
  test.context.sites.clear();
});
afterAll(() => test.close());
beforeEach(async () => {
  errors.splice(0);
  await test.sql('delete from attempts');
});

const dueNow = () => test.sql('update graphile_worker._private_jobs set run_at = now()');

const take = (use: OutgoingUse, whom: OutgoingFor) =>
  test.context.database.transaction((tx) => consumeMailBudget(tx, test.context, use, whom));
const getLimit = (use: OutgoingUse, by: CountedBy): number =>
  outgoingLimits[use].find((limit) => limit.by === by)?.max ?? 0;
const stranger = (index: number): OutgoingFor => ({
  member: randomUUID(),
  receiver: `phone ${randomUUID()}`,
  ip: `198.51.${index}.7`,
});

/** Returns how many of 20 concurrent messages are sent. */
async function countSent(use: OutgoingUse, whom: (index: number) => OutgoingFor): Promise<number> {
  const waits = await Promise.all(Array.from({ length: 20 }, (_none, index) => take(use, whom(index))));
  return waits.filter(({ waitMs }) => waitMs === 0).length;
}

describe('an outgoing message', () => {
  it.each<[CountedBy, (index: number) => OutgoingFor]>([
    ['member', (index) => ({ ...stranger(index), member: '00000000-0000-4000-8000-000000000001' })],
    ['receiver', (index) => ({ ...stranger(index), receiver: 'phone' })],
    ['source', (index) => ({ ...stranger(index), ip: '198.51.100.7' })],
    ['network', (index) => ({ ...stranger(index), ip: `2001:db8:1:${index}::1` })],
  ])('never exceeds the limit per %s when 20 are sent at once', async (by, whom) => {
    expect(await countSent('sms', whom)).toBe(getLimit('sms', by));
  });

  it('counts toward one limit per mailbox, whatever its use and however the address is written', async () => {
    const uses = ['sign-up', 'declaration', 'complaint', 'mail-change'] as const;
    const sent = await countSent('unconfirmed', () => ({ receiver: 'ada@gmail.com' }));
    const others = await Promise.all(
      uses.flatMap((use) => [1, 2, 3].map((index) => take(use, { ...stranger(index), receiver: 'a.da+x@gmail.com' }))),
    );
    expect(sent + others.filter(({ waitMs }) => waitMs === 0).length).toBe(12);
  });

  it('takes nothing from its other budgets when one of them is used up', async () => {
    const receiver = 'phone';
    await countSent('sms', (index) => ({ ...stranger(index), receiver }));
    const ip = '203.0.113.7';
    for (let index = 0; index < 12; index += 1) await take('sms', { ...stranger(0), receiver, ip });
    expect((await take('sms', { ...stranger(0), ip })).waitMs).toBe(0);
  });

  it.each<[string, (index: number) => OutgoingFor, number]>([
    ['receiver', (index) => ({ ...stranger(index), receiver: 'phone' }), 6],
    ['member', (index) => ({ ...stranger(index), member: '00000000-0000-4000-8000-000000000001' }), 6],
    ['source', (index) => ({ ...stranger(index), ip: '198.51.100.7' }), 18],
    ['network', (index) => ({ ...stranger(index), ip: `198.51.100.${index}` }), 36],
  ])('has a daily limit per %s besides the hourly one', async (_by, whom, most) => {
    let sent = 0;
    for (let hours = 0; hours < 5; hours += 1) {
      sent += await countSent('sms', whom);
      test.clock.move(hourMs);
    }
    expect(sent).toBe(most);
  });

  it.each([
    { budget: 'sms-site', hours: 1, max: 300 },
    { budget: 'sms-site-day', hours: 24, max: 1_200 },
  ])('raises one alarm an hour when $budget is used up, and is refused', async ({ budget, hours, max }) => {
    // The first message of the budget was sent in the earliest minute that still counts.
    const first = new Date(test.clock.now().getTime() - hours * hourMs + minuteMs);
    await test.sql(
      `insert into attempts (subject, place, happened_at, ends_at)
       values ($1, '', array_fill($2::timestamptz, array[$3::int]), $4)`,
      [`${budget}:`, first, max - 1, new Date(first.getTime() + hours * hourMs)],
    );
    expect(await countSent('sms', stranger)).toBe(1);
    const { by, waitMs } = await take('sms', stranger(0));
    expect({ by, isWithinTheMinute: waitMs > 0 && waitMs <= minuteMs }).toEqual({
      by: 'site',
      isWithinTheMinute: true,
    });
    expect(errors.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 50, event: 'outgoing.exhausted', limit: budget, max, hours }),
    ]);
  });

  it('raises an alarm for each budget of the installation that it uses up', async () => {
    const now = test.clock.now();
    await test.sql(
      `insert into attempts (subject, place, happened_at, ends_at)
       values ('sms-site:', '', array_fill($1::timestamptz, array[299]), $1::timestamptz + interval '1 hour'),
              ('sms-site-day:', '', array_fill($1::timestamptz, array[1199]), $1::timestamptz + interval '1 day')`,
      [now],
    );
    await take('sms', stranger(0));
    expect(errors.map((line) => (JSON.parse(line) as { limit: string }).limit)).toEqual(['sms-site', 'sms-site-day']);
  });

  it.each(['localhost', 'quiet.example'])(
    'waits as an activation mail if the budget is used up, and lets the sign-up at %s through',
    async (host) => {
      const now = test.clock.now();
      await test.sql(
        `insert into attempts (subject, place, happened_at, ends_at)
         values ('mail-site:', '', array_fill($1::timestamptz, array[$2::int]), $3)`,
        [now, getLimit('first-activation', 'site'), new Date(now.getTime() + hourMs)],
      );
      const email = `${randomUUID()}@example.org`;
      const { status } = await test.client().call('signUp', signUpForm({ email }), { host });
      expect(status).toBe(200);
      await test.runJobs();
      await dueNow();
      expect(await mailsTo(test, email)).toEqual([]);
      expect(await test.sql('select 1 from members where email = $1', [email])).toHaveLength(1);
      // The job ran too early and waits again.
      await test.sql(`delete from attempts where subject = 'mail-site:'`);
      await dueNow();
      expect((await mailsTo(test, email)).map(({ text }) => text)).toEqual([expect.stringContaining('/activate/done')]);
    },
  );

  it('leaves no receiver, address or network readable in the counts', async () => {
    await take('sign-up', { receiver: 'ada@example.org', ip: '198.51.100.7' });
    const rows = await test.sql<{ subject: string; place: string }>('select subject, place from attempts');
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/ada|example|198\.51/);
  });
});
