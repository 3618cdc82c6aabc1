import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildComplaint, runSupport, mailsTo } from '../../tests/support/complaint.ts';
import { type TestApp, type TestClient, createTestApp, testPassword } from '../../tests/support/test-app.ts';
import { banMember, revertBan } from '../accounts/ban-member.ts';
import { after, dayMs, monthsBefore } from '../platform/clock.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { tables } from '../modules.ts';
import { enforceRetention } from './enforce-retention.ts';
import { eraseAccounts } from './erase-accounts.ts';

let test: TestApp;
const logged: string[] = [];
const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (logged.push(chunk.toString()), done()) });
beforeAll(async () => {
  test = await createTestApp({ log: createLog('info', sink) });
});
afterAll(() => test.close());

/** Runs the purges that the modules declare, or others. */
const run = (purges = test.context.declared.purges) =>
  enforceRetention({ ...test.context, declared: { ...test.context.declared, purges } });

/** Columns that need more than a value of the right type. */
const particular: Readonly<Record<string, object>> = {
  complaints: { kind: 'other', outcome: 'solved', action: null, reason: null, reporter_id: null, about_id: null },
  moderation_actions: {
    kind: 'ban',
    reason: 'respect',
    law: '',
    source: 'own',
    about_at: null,
    ends_at: null,
    ended_at: null,
    reverted_at: null,
    conversation_id: null,
    message_id: null,
  },
  digests: { about: null },
  daily_picks: { picked_ids: [randomUUID()] },
  mail_failures: { trouble: 'soft' },
  sessions: { client: 'web' },
  withdrawal_requests: { state: 'confirmed' },
  tokens: { purpose: 'reset' },
  exports: { ready_at: null, expires_at: null, fetched_at: null, size: null },
  postbacks: { act: 'sign-up', state: 'waiting', amount: null, currency: null, settled_at: null },
};

interface Column {
  name: string;
  type: string;
}
const ofType = ({ type }: Column): unknown => {
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return `\\x${randomUUID().replaceAll('-', '')}`;
  if (type === 'boolean') return false;
  if (type === 'jsonb') return {};
  if (type === 'ARRAY') return [];
  if (/timestamp|date/.test(type)) return new Date();
  return /int|numeric/.test(type) ? 1 : randomUUID();
};

/** Plants a row with a time in its column; it must satisfy the table's checks, but not its references. */
async function plantRow(table: string, from: string, at: Date): Promise<void> {
  const columns = await test.sql<Column>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const values = Object.fromEntries(columns.map((column) => [column.name, ofType(column)]));
  const client = await test.context.database.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [
      JSON.stringify({ ...values, ...particular[table], [from]: at }),
    ]);
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
}
const limited = Object.entries(tables).flatMap(
  ([
    table,
    {
      erasure: { limit },
    },
  ]) => (limit ? [{ table, ...limit }] : []),
);

describe('the retention of personal data (PII-11)', () => {
  it.each(limited)('deletes the rows of $table that are beyond their time, and keeps younger ones', async (limit) => {
    const { table, from, days = 0, months = 0 } = limit;
    const end = after(monthsBefore(test.clock.now(), months), -days * dayMs);
    await test.sql(`truncate ${table} cascade`);
    await plantRow(table, from, after(end, -2 * dayMs));
    await plantRow(table, from, after(end, 2 * dayMs));
    await run();
    const left = await test.sql<{ at: Date }>(`select ${from}::timestamptz as at from ${table}`);
    expect(left.map(({ at }) => at > end)).toEqual([true]);
  });

  it('limits data that is not part of an account in use', () => {
    expect(limited.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['attempts', 'complaints', 'postbacks', 'sign_up_requests', 'swipes', 'tokens']),
    );
  });

  it('logs each purge, and a failing purge stops no other', async () => {
    logged.length = 0;
    await run();
    for (const purge of Object.keys(test.context.declared.purges))
      expect(logged.join('')).toContain(`"purge":"${purge}"`);
    const done: string[] = [];
    const broken = {
      first: async () => Promise.reject(new Error('broken')),
      second: async () => void done.push('second'),
    };
    await expect(run(broken)).rejects.toThrow('1 purges failed');
    expect(done).toEqual(['second']);
  });

  it('forgets by which link a member came who signed up 14 months ago', async () => {
    const [old, young] = [await test.member(), await test.member()];
    await test.sql(`update members set tracking = '{"network": "n"}' where member_id = any($1)`, [[old.id, young.id]]);
    await test.sql(`update members set signup_at = signup_at - interval '14 months' where member_id = $1`, [old.id]);
    await run();
    const rows = await test.sql('select member_id from members where tracking is not null');
    expect(rows).toEqual([{ member_id: young.id }]);
  });
});

const lastThere = (member: TestClient, before: Date) =>
  test.sql('update profiles set last_active_at = $2 where member_id = $1', [member.id, before]);
const monthsAgo = (months: number, days = 0): Date => after(monthsBefore(test.clock.now(), months), days * dayMs);
const getStatus = async ({ id }: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [id]))[0]?.status;
const readMailsAbout = async ({ id }: TestClient, about = 'unless you log in') => {
  const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [id]);
  return (await mailsTo(test, row?.email ?? '')).filter(({ subject }) => subject.includes(about));
};

/** Counts the mails that told how to keep the account, and those that it was closed. */
const inactiveMails = async (member: TestClient) => [
  (await readMailsAbout(member)).length,
  (await readMailsAbout(member, 'closed account')).length,
];

const waiting = async () => {
  const rows = await test.sql(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

describe('an unused account (PII-11)', () => {
  it('gets one warning 30 days before its end, and is erased after 24 months', async () => {
    const [sleeper, awake] = [await test.member(), await test.member()];
    await lastThere(sleeper, monthsAgo(24, 29));
    await lastThere(awake, monthsAgo(22));
    for (let night = 0; night < 2; night += 1) await run();
    expect(await readMailsAbout(sleeper)).toHaveLength(1);
    expect(await readMailsAbout(awake)).toEqual([]);
    test.clock.move(28 * dayMs);
    await run();
    expect(await getStatus(sleeper)).toBe('active');
    test.clock.move(3 * dayMs);
    await run();
    await eraseAccounts(test.context);
    expect([await getStatus(sleeper), await getStatus(awake)]).toEqual(['deleted', 'active']);
    expect(await test.sql('select 1 from inactivity_warnings where member_id = $1', [sleeper.id])).toEqual([]);
    test.clock.set(new Date());
  });

  it('stays if its owner comes back, and is never ended without a warning', async () => {
    const [back, late] = [await test.member(), await test.member()];
    await lastThere(back, monthsAgo(24, 10));
    await lastThere(late, monthsAgo(30));
    await run();
    expect(await readMailsAbout(late)).toHaveLength(1);
    expect(await getStatus(late)).toBe('active');
    test.clock.move(5 * dayMs);
    await lastThere(back, test.clock.now());
    test.clock.move(40 * dayMs);
    await run();
    expect([await getStatus(back), await getStatus(late)]).toEqual(['active', 'pending_deletion']);
    test.clock.set(new Date());
  });

  it('ends the same way if banned, after its own mail, and without one if banned while leaving', async () => {
    const [old, young, leaving] = [await test.member(), await test.member(), await test.member()];
    await leaving.call('deleteAccount', { password: testPassword });
    await test.sql(`update members set status = 'banned' where member_id = any($1)`, [[old.id, young.id, leaving.id]]);
    await lastThere(old, monthsAgo(24, -1));
    for (let night = 0; night < 2; night += 1) await run();
    const [mail, ...more] = await readMailsAbout(old, 'closed account');
    expect(more).toEqual([]);
    for (const part of ['We closed your account', 'copy of your data', '/complaints'])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toMatch(/Log in|\/login/);
    for (const one of [young, leaving]) expect(await readMailsAbout(one, 'closed account')).toEqual([]);
    await eraseAccounts(test.context);
    for (const one of [old, young, leaving]) expect(await getStatus(one)).toBe('banned');
    test.clock.move(31 * dayMs);
    await run();
    await eraseAccounts(test.context);
    expect([await getStatus(old), await getStatus(young), await getStatus(leaving)]).toEqual([
      'deleted',
      'banned',
      'deleted',
    ]);
    test.clock.set(new Date());
  });

  it('is warned again after a ban and after its end, with 30 more days each time', async () => {
    const bo = await test.member();
    await lastThere(bo, monthsAgo(25));
    await run();
    expect(await inactiveMails(bo)).toEqual([1, 0]);
    const { database } = test.context;
    await database.transaction((tx) => banMember(test.context, tx, bo.id));
    test.clock.move(29 * dayMs);
    await run();
    expect(await inactiveMails(bo)).toEqual([1, 1]);
    await database.transaction((tx) => revertBan(tx, bo.id));
    test.clock.move(29 * dayMs);
    for (let night = 0; night < 2; night += 1) await run();
    expect([await getStatus(bo), await inactiveMails(bo)]).toEqual(['active', [2, 1]]);
    test.clock.move(31 * dayMs);
    await run();
    expect([await getStatus(bo), await inactiveMails(bo)]).toEqual(['pending_deletion', [2, 1]]);
    test.clock.set(new Date());
  });

  it('stays 30 days longer if its ban is contested', async () => {
    const bo = await test.member();
    await runSupport(test, 'moderate', bo.id, '--action', 'ban', '--reason', 'selling', '--facts', 'You sold tickets.');
    await lastThere(bo, monthsAgo(25));
    await run();
    test.clock.move(29 * dayMs);
    const [action] = await test.sql<{ number: string }>('select number from moderation_actions where member_id = $1', [
      bo.id,
    ]);
    const objection = buildComplaint({ kind: 'decision', contests: action?.number ?? '' });
    expect((await test.client().call('sendComplaint', objection)).status).toBe(200);
    test.clock.move(2 * dayMs);
    for (let night = 0; night < 2; night += 1) await run();
    await eraseAccounts(test.context);
    expect([await getStatus(bo), await inactiveMails(bo)]).toEqual(['banned', [0, 2]]);
    test.clock.set(new Date());
  });

  it('is not ended by a nightly run that races the end of its ban', async () => {
    const bo = await test.member();
    await test.sql(`update members set status = 'banned' where member_id = $1`, [bo.id]);
    await lastThere(bo, monthsAgo(25));
    await run();
    test.clock.move(31 * dayMs);
    let night: Promise<void> | undefined;
    await test.context.database.transaction(async (tx) => {
      await revertBan(tx, bo.id);
      night = run();
      await expect.poll(waiting).toBe(1);
    });
    await night;
    expect(await getStatus(bo)).toBe('active');
    test.clock.set(new Date());
  });
});

describe('an erased member', () => {
  it('is named in no hides or icebreakers of other members', async () => {
    const [gone, other] = [await test.member(), await test.member()];
    await other.call('hideMember', { profile: gone.id });
    await test.sql('insert into icebreakers (member_id, profile_id) values ($1, $2)', [other.id, gone.id]);
    await gone.call('deleteAccount', { password: testPassword });
    test.clock.move(15 * dayMs);
    await eraseAccounts(test.context);
    expect(await test.sql('select 1 from hides where hidden_id = $1', [gone.id])).toEqual([]);
    expect(await test.sql('select 1 from icebreakers where profile_id = $1', [gone.id])).toEqual([]);
    test.clock.set(new Date());
  });
});

it('staff can read why members left, and the reading is recorded', async () => {
  await test.sql('truncate account_deletion_reasons');
  const member = await test.member();
  await member.call('deleteAccount', { password: testPassword, reason: 'break' });
  const month = test.clock.now().toISOString().slice(0, 7);
  expect(await runSupport(test, 'deletions')).toMatchObject({ code: 0, said: `${month}  break  1` });
  expect(await test.sql(`select who from staff_acts where act = 'deletions'`)).toEqual([{ who: 'mo' }]);
});
