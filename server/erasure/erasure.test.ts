import { cp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sendText } from '../../tests/support/chat.ts';
import { failStatement } from '../../tests/support/fail-statement.ts';
import { type Planted, mark, plant, textColumns } from '../../tests/support/plant-member.ts';
import { type TestApp, type TestClient, createTestApp, testPassword } from '../../tests/support/test-app.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { openSession } from '../accounts/sessions/sessions.ts';
import { tables } from '../modules.ts';
import { dayMs } from '../platform/clock.ts';
import { createLog } from '../platform/monitoring/log.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { eraseMember } from './erase-member.ts';
import { memberHash } from './ledger.ts';
import { replayErasures } from './replay-erasures.ts';

let test: TestApp;
const logged: string[] = [];
const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (logged.push(chunk.toString()), done()) });

beforeAll(async () => {
  test = await createTestApp({ log: createLog('trace', sink) });
});
afterAll(() => test.close());

/** Places that still contain the mark, the name, the address or the id. */
async function found(): Promise<string[]> {
  const places: string[] = [];
  for (const table of Object.keys(tables)) {
    const rows = await test.sql<{ row: string }>(
      `select t::text as row from "${table}" t where t::text ilike '%${mark}%'`,
    );
    if (rows.length > 0) places.push(`${table}: ${rows[0]?.row.slice(0, 300)}`);
  }
  for (const { row } of await test.sql<{ row: string }>('select j::text as row from graphile_worker._private_jobs j'))
    if (row.toLowerCase().includes(mark)) places.push(`jobs: ${row}`);
  const folder = test.context.config.dataDir;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const content = await readFile(join(folder, name)).catch(() => Buffer.from(''));
    if ((name + content.toString('latin1')).toLowerCase().includes(mark)) places.push(name);
  }
  return places;
}

const listFiles = async (id: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { key } of test.context.storage.list()) if (key.includes(id)) names.push(key);
  return names;
};

async function leave({ member, id }: Planted): Promise<void> {
  await test.sql(`update members set email = 'canary-${id}@example.org' where member_id = $1`, [id]);
  await test.sql('update members set password_hash = $2 where member_id = $1', [id, await hashPassword(testPassword)]);
  expect((await member.call('deleteAccount', { password: testPassword })).status).toBe(200);
  await test.runJobs();
}

describe('the list of kept data', () => {
  it('names only columns that exist', async () => {
    const columns = new Set((await textColumns(test)).map(({ table, column }) => `${table}.${column}`));
    for (const [
      table,
      {
        erasure: { keeps = [] },
      },
    ] of Object.entries(tables))
      for (const column of keeps) expect(columns).toContain(`${table}.${column}`);
  });
});

describe('an account that its member has left', () => {
  it('is whole on day 13 and gone on day 15 from the database, files, outbox and log (PII-10)', async () => {
    const planted = await plant(test);
    expect(planted.columns).toEqual(
      expect.arrayContaining([
        'members.name',
        'profiles.about',
        'messages.text',
        'call_results.answer',
        'sign_up_requests.account',
      ]),
    );
    expect(await test.sql('select 1 from messages where quote is not null')).toHaveLength(1);
    const countHashes = async () =>
      (await test.sql('select 1 from messages where sender_id = $1 and body_hash is not null', [planted.id])).length;
    expect(await countHashes()).toBeGreaterThan(0);
    await leave(planted);
    test.clock.move(13 * dayMs);
    await eraseAccounts(test.context);
    expect(await listFiles(planted.id)).not.toEqual([]);
    expect(await found()).not.toEqual([]);
    test.clock.move(2 * dayMs);
    await eraseAccounts(test.context);
    expect([await found(), await countHashes()]).toEqual([[], 0]);
    expect(await listFiles(planted.id)).toEqual([]);
    expect(logged.join('').toLowerCase()).not.toContain(mark);
    expect(await test.sql('select status from members where member_id = $1', [planted.id])).toEqual([
      { status: 'deleted' },
    ]);
    expect(await test.sql('select 1 from account_deletions where member_id = $1', [planted.id])).toEqual([]);
    const ledger = await test.sql<{ row: string }>('select e::text as row from erasures e');
    expect(ledger.map(({ row }) => row).join()).toContain(memberHash(planted.id));
    expect(ledger.map(({ row }) => row).join()).not.toContain(planted.id);
  });

  it('leaves no mail to a requested address that nothing else refers to anymore (PII-10)', async () => {
    const member = await test.member();
    const email = `asked-${member.id}@example.org`;
    expect((await member.call('changeEmail', { email, password: testPassword })).status).toBe(200);
    await test.runJobs();
    const readMails = async () => (await test.outbox()).filter(({ to }) => to === email);
    expect(await readMails()).toHaveLength(1);
    expect(Object.keys((await readMails())[0] ?? {})).not.toContain('owner');
    await test.sql('delete from mail_changes where member_id = $1', [member.id]);
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [member.id]);
    await eraseMember(test.context, member.id);
    expect(await readMails()).toEqual([]);
  });

  it('leaves the other member their own messages, and returns credits for unread ones', async () => {
    const planted = await plant(test);
    const { friend, id } = planted;
    await test.sql(`delete from likes_given where member_id = $1`, [friend.id]);
    const before = (await friend.call('getUser')).body.user.credits;
    await sendText(friend, { profile: id }, 'Are you there?');
    const price = before - (await friend.call('getUser')).body.user.credits;
    await leave(planted);
    test.clock.move(15 * dayMs);
    await eraseAccounts(test.context);
    await openAgain(friend);
    const chat = await friend.call('getChat', { profile: id });
    expect(chat.body.messages.filter(({ own }) => own).map(({ text }) => text)).toEqual(['Hello', 'Are you there?']);
    expect(chat.body.messages.filter(({ own, text }) => !own && text)).toEqual([]);
    expect((await friend.call('getUser')).body.user.credits).toBeGreaterThanOrEqual(before - price);
    const returned = (await friend.call('listLedger')).body.entries.filter(({ cause }) => cause === 'returned');
    expect(returned.length).toBeGreaterThan(0);
  });

  it('is not erased if the member has come back in the meantime', async () => {
    const planted = await plant(test);
    await leave(planted);
    test.clock.move(15 * dayMs);
    await test.sql(`update members set status = 'active' where member_id = $1`, [planted.id]);
    await eraseAccounts(test.context);
    const [row] = await test.sql<{ email: string }>('select email from members where member_id = $1', [planted.id]);
    expect(row?.email).toContain(mark);
    await test.sql(`update members set status = 'pending_deletion' where member_id = $1`, [planted.id]);
    await eraseAccounts(test.context);
    expect(await found()).toEqual([]);
  });

  it('is erased in the end, whichever statement the job is killed at', async () => {
    const planted = await plant(test);
    await leave(planted);
    test.clock.move(15 * dayMs);
    let killed = 0;
    for (let at = 1; ; at += 1) {
      const stop = failStatement(test.context.database, at);
      const failed = await eraseAccounts(test.context).then(
        () => false,
        () => true,
      );
      if (!stop()) break;
      expect(failed).toBe(true);
      killed += 1;
    }
    expect(killed).toBeGreaterThan(30);
    expect(await found()).toEqual([]);
    expect(await listFiles(planted.id)).toEqual([]);
    expect(await test.sql('select 1 from account_deletions where member_id = $1', [planted.id])).toEqual([]);
  });
});

describe('an older backup', () => {
  it('is restored without the members erased since then (PII-14)', async () => {
    const [planted, younger] = [await plant(test), await test.member()];
    await test.sql('create schema backup');
    const names = Object.keys(tables);
    const photos = join(test.context.config.dataDir, 'photos');
    await cp(photos, `${photos}-backup`, { recursive: true });
    for (const name of names) await test.sql(`create table backup."${name}" as table public."${name}"`);
    await leave(planted);
    test.clock.move(15 * dayMs);
    await eraseAccounts(test.context);
    expect(await found()).toEqual([]);
    const client = await test.context.database.pool.connect();
    await client.query('set session_replication_role = replica');
    for (const name of names) {
      // As in a restore, PostgreSQL computes generated columns again.
      const { rows } = await client.query<{ list: string }>(
        `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [name],
      );
      await client.query(`delete from public."${name}"`);
      await client.query(
        `insert into public."${name}" (${rows[0]?.list}) select ${rows[0]?.list} from backup."${name}"`,
      );
    }
    await client.query('set session_replication_role = default');
    client.release();
    await test.sql('drop schema backup cascade');
    expect(await listFiles(planted.id)).toEqual([]);
    await rm(photos, { recursive: true });
    await rename(`${photos}-backup`, photos);
    expect([await found(), await listFiles(planted.id)]).not.toContainEqual([]);
    expect(await replayErasures(test.context)).toBe(1);
    expect([await found(), await listFiles(planted.id)]).toEqual([[], []]);
    expect(await test.sql('select status from members where member_id = $1', [younger.id])).toEqual([
      { status: 'active' },
    ]);
    expect(await replayErasures(test.context)).toBe(0);
  });
});

/** Opens a new session for a member whose sessions have expired with the clock. */
async function openAgain(client: TestClient): Promise<void> {
  const now = test.clock.now();
  const token = await test.context.database.transaction((tx) => openSession(tx, client.id, 'web', now));
  client.cookies.set(test.context.sessionCookie, token);
}
