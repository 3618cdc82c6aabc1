import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { asStaff } from '../../tests/support/as-staff.ts';
import { quickMember } from '../../tests/support/chat.ts';
import { buildComplaint } from '../../tests/support/complaint.ts';
import { addPhotoRow } from '../../tests/support/owned.ts';
import { openShop } from '../../tests/support/payments.ts';
import { purchasesAt } from '../../tests/support/purchases.ts';
import { type StaffActName, commands, modules } from '../modules.ts';

const shop = await openShop({ env: { POSTBACK_HOSTS: 'postback.example.org' } });
const folder = await mkdtemp(join(tmpdir(), 'tealight-staff-'));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await shop.close();
});

const { bought, withdraw } = purchasesAt(shop);
const sql = <Row>(text: string, values: unknown[] = []) => shop.test.sql<Row>(text, values);
const complain = async () => (await shop.test.client().call('sendComplaint', buildComplaint())).body.number;
const memberId = async () => (await quickMember(shop.test)).id;
const why = ['--reason', 'selling', '--facts', 'You asked three people for money.'];
const waitingPhoto = async () => {
  const { id } = await quickMember(shop.test);
  const photo = await addPhotoRow(shop.test, id);
  await sql(
    `insert into photo_queue (photo_id, member_id, queue, created_at) values ($1, $2, 'after', now()) on conflict do nothing`,
    [photo, id],
  );
  return photo;
};
const taskId = async () => {
  const { buyer, paymentId } = await bought({ method: 'wire_transfer' });
  await withdraw(buyer, paymentId);
  await shop.test.runJobs();
  const [task] = await sql<{ id: string }>('select withdrawal_id as id from withdrawal_tasks where member_id = $1', [
    buyer.id,
  ]);
  return task?.id ?? '';
};
const declaration = async () => {
  const fields = { name: 'Vera', email: `${randomUUID()}@example.org`, order_number: '', ordered_on: '' };
  await shop.test.client().call('declareWithdrawal', { ...fields, declaration: '', idempotency_key: randomUUID() });
  const [row] = await sql<{ id: string }>('select request_id as id from withdrawal_requests where email = $1', [
    fields.email,
  ]);
  return row?.id ?? '';
};
const wordsAbout = async (act: string) => {
  const { buyer, paymentId } = await bought();
  return [act, await declaration(), buyer.id, paymentId];
};
const mismatch = async (state = 'open') => {
  const { id } = await shop.pending();
  await shop.control(id, { status: 'paid', amount: { currency: 'EUR', value: '9.00' } });
  await shop.hook(id);
  const [row] = await sql<{ id: string }>(
    'update mismatches set state = $2, refund_key = gen_random_uuid() where provider_payment_id = $1 returning mismatch_id as id',
    [id, state],
  );
  return row?.id ?? '';
};
const code = () => `SALE${randomUUID().slice(0, 8).toUpperCase()}`;
const run = (command: keyof typeof commands, words: string[], who = 'mo') => {
  const said: string[] = [];
  const done = commands[command](asStaff(shop.test.context, who), words, (line) => void said.push(line));
  return done.then((exit) => ({ exit, said }));
};
const added = async (command: 'codes' | 'networks', name: string, ...more: string[]) => {
  await run(command, ['add', name, ...more]);
  return ['end', name];
};
const banned = async () => {
  const member = await memberId();
  await run('moderate', [member, '--action', 'ban', ...why]);
  const [row] = await sql<{ number: string }>('select number from moderation_actions where member_id = $1', [member]);
  return [row?.number ?? ''];
};
const blocked = async (kind: 'iban' | 'phone' | 'debit', value: string) => {
  await run(`block-${kind}`, [value]);
  return [value];
};

const settingsFile = async () => {
  const file = join(folder, randomUUID());
  await writeFile(file, JSON.stringify({ debit_exposure: 0 }));
  return file;
};

/** Every staff command, with its words, which are made for each run, and the acts that it records. */
const cases: [keyof typeof commands, () => Promise<string[]>, StaffActName[]][] = [
  ['list', async () => [], ['list']],
  ['show', async () => [await complain()], ['show']],
  ['answer', async () => [await complain(), 'We are looking.'], ['answer']],
  ['close', async () => [await complain(), 'no-breach'], ['close']],
  ['moderate', async () => [await memberId(), '--action', 'ban', ...why], ['moderate']],
  ['revert', banned, ['revert']],
  [
    'copy',
    async () => [await complain(), '--member', await memberId(), '--save', join(folder, randomUUID())],
    ['copy'],
  ],
  ['deletions', async () => [], ['deletions']],
  ['photos', async () => [], ['photos-list']],
  ['photos', async () => ['show', await waitingPhoto()], ['photos-show']],
  ['photos', async () => ['approve', await waitingPhoto()], ['photos-approve']],
  ['photos', async () => ['reject', await waitingPhoto(), 'sexual'], ['moderate']],
  ['codes', async () => ['list'], ['codes-list']],
  ['codes', async () => ['add', code(), '--percentage', '10'], ['codes-add']],
  ['codes', () => added('codes', code(), '--percentage', '10'), ['codes-end']],
  ['networks', async () => ['list'], ['networks-list']],
  ['networks', async () => ['add', `n${randomUUID()}`], ['networks-add']],
  ['networks', () => added('networks', `n${randomUUID()}`), ['networks-end']],
  ['funnel', async () => [], ['funnel']],
  ['withdrawals', async () => [], ['withdrawals-list']],
  ['withdrawals', async () => ['paid', await taskId()], ['withdrawals-paid']],
  ['withdrawals', () => wordsAbout('accept'), ['withdrawals-accept']],
  ['withdrawals', () => wordsAbout('ask'), ['withdrawals-ask']],
  ['withdrawals', async () => ['close', await declaration()], ['withdrawals-close']],
  ['mismatches', async () => [], ['mismatches-list']],
  ['mismatches', async () => ['accept', await mismatch()], ['mismatches-accept']],
  ['mismatches', async () => ['pay-back', await mismatch()], ['mismatches-pay']],
  ['mismatches', async () => ['paid', await mismatch('by_hand')], ['mismatches-paid']],
  ['block-iban', async () => ['NL91ABNA0417164300'], ['block-iban']],
  ['unblock-iban', () => blocked('iban', 'DE89370400440532013000'), ['unblock-iban']],
  ['block-phone', async () => ['+31612345678'], ['block-phone']],
  ['unblock-phone', () => blocked('phone', '+31687654321'), ['unblock-phone']],
  ['block-debit', async () => [await memberId()], ['block-debit']],
  ['unblock-debit', async () => blocked('debit', await memberId()), ['unblock-debit']],
  ['site', async () => ['load', 'niche:7', await settingsFile()], ['settings-set']],
  ['site', async () => ['set', 'niche:6', 'name', randomUUID()], ['settings-set']],
  ['site', async () => ['domain', 'add', `${randomUUID()}.example`, '7'], ['settings-domain']],
  ['site', async () => ['price', 'add', 'niche:6', 'small', 'NL', '9.99', '2090-01-01T00:00Z'], ['settings-price-add']],
  ['site', async () => ['price', 'remove', 'niche:6', 'small', 'NL', '2090-01-01T00:00Z'], ['settings-price-remove']],
  ['site', async () => ['forget-secret'], ['settings-forget-secret']],
  ['restored', async () => ['--stopped', '2026-01-01T00:00:00Z', '--no-newer-ledger'], ['restored']],
];

/** Reads everything in the database, as a hash for each table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') and tablename not in ('rate_limits')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ hash: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
    );
    found[name] = row?.hash ?? '';
  }
  return found;
}

it('every staff command is tested here', () => {
  expect(new Set(cases.map(([command]) => command))).toEqual(new Set(Object.keys(commands)));
});

it('every act that a module declares is recorded by a command', () => {
  const declared = Object.values(modules).flatMap(({ acts = [] }) => acts);
  expect(new Set(cases.flatMap(([, , acts]) => acts))).toEqual(new Set(declared));
});

it.each(cases)('%s and its record are committed together or not at all (%#)', async (command, wordsFor, acts) => {
  const words = await wordsFor();
  await shop.test.runJobs();
  // Simulates a process that ends between the change and its record.
  await sql(`create function no_acts() returns trigger language plpgsql as $$ begin raise 'no acts'; end $$`);
  await sql('create trigger no_acts before insert on staff_acts for each row execute function no_acts()');
  const before = await everything();
  await expect(run(command, words)).rejects.toThrow('no acts');
  expect(await everything()).toEqual(before);
  await sql('drop function no_acts() cascade');

  const since = await sql<{ act_id: string }>('select act_id from staff_acts');
  const { exit, said } = await run(command, words);
  expect([exit, said.length > 0 || command === 'deletions']).toEqual([0, true]);
  const recorded = await sql<{ who: string; account: string; act: string; at: Date }>(
    'select who, account, act, acted_at as at from staff_acts where act_id <> all($1)',
    [since.map(({ act_id: id }) => id)],
  );
  expect(recorded.map(({ act }) => act)).toEqual(acts);
  expect(recorded[0]).toMatchObject({ who: 'mo', account: 'root', at: expect.any(Date) });
});

it('a command that does nothing records nothing', async () => {
  const count = async () => (await sql('select 1 from staff_acts')).length;
  const before = await count();
  const nothing: [keyof typeof commands, string[]][] = [
    ['show', ['AAAAA-AAAAA']],
    ['photos', ['approve', randomUUID()]],
    ['codes', ['end', 'NOSUCHCODE']],
    ['networks', ['end', 'nobody']],
    ['withdrawals', ['paid', randomUUID()]],
    ['mismatches', ['accept', randomUUID()]],
    ['mismatches', ['paid', await mismatch()]],
    ['site', ['domain', 'add', 'a.example', '8']],
    ['site', ['set', 'default', 'message_credits', '-1']],
    ['site', ['price', 'add', 'default', 'none', 'NL', '1.00']],
    ['site', ['price', 'remove', 'default', 'small', 'NL', '2000-01-01T00:00Z']],
  ];
  for (const [command, words] of nothing) expect((await run(command, words)).exit).toBe(1);
  await run('unblock-debit', [randomUUID()]);
  expect(await count()).toBe(before);
});

it('the database refuses a review by an earlier decider, an unrecorded closing and edited acts', async () => {
  const [ban = ''] = await banned();
  const contest = async (contests: string) =>
    (await shop.test.client().call('sendComplaint', buildComplaint({ kind: 'decision', contests }))).body.number;
  const record = (number: string, who: string, contests: string | null = null) =>
    sql(
      `insert into staff_acts (act_id, who, account, act, number, detail, contests, acted_at)
       values (gen_random_uuid(), $1, 'root', 'close', $2, '', $3, now())`,
      [who, number, contests],
    );
  const first = await contest(ban);
  await expect(record(first, 'mo')).rejects.toThrow('somebody else decides');
  for (const who of ['Mo', ' mo', 'm o', '', 'ｍｏ']) await expect(record(first, who)).rejects.toThrow('staff_acts');
  expect((await run('close', [first, 'unchanged'], 'jo')).exit).toBe(0);
  const second = await contest(first);
  for (const who of ['mo', 'jo']) await expect(record(second, who)).rejects.toThrow('somebody else decides');
  await expect(record(await complain(), 'mo', ban)).rejects.toThrow('somebody else decides');
  await expect(
    sql(`update complaints set outcome = 'solved', closed_at = now() where number = $1`, [second]),
  ).rejects.toThrow('nobody closed');
  await expect(sql('delete from staff_acts')).rejects.toThrow('append-only');
  await expect(sql(`update staff_acts set who = 'al'`)).rejects.toThrow('append-only');
});
