import { join } from 'node:path';

import { parseCrontab } from 'graphile-worker';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { runAsStaff } from '../../tests/support/as-staff.ts';
import { openShop } from '../../tests/support/payments.ts';
import { testPassword, useTestApp } from '../../tests/support/test-app.ts';
import { closeForGood } from '../accounts/deletion/deletions.ts';
import type { AppContext } from '../context.ts';
import { crontab } from '../modules.ts';
import { after, dayMs } from '../platform/clock.ts';
import { createId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { createDiskStorage } from '../platform/storage/disk-storage.ts';
import { createMovingStorage } from '../platform/storage/move-files.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { eraseMember } from './erase-member.ts';
import { listErasures, memberHash, recordErasure } from './ledger.ts';
import { readNote, writeNote, recordLedgerUse, refuseUndeclaredRestore } from './ledger-notes.ts';
import { lockNotes } from './queries.ts';
import { replayErasures } from './replay-erasures.ts';
import { restoredCommand } from './declare-restore.ts';

const test = useTestApp();

const eraseOn = async (day: string): Promise<MemberId> => {
  const { id } = await test.member();
  test.clock.set(new Date(`${day}T12:00:00Z`));
  await closeForGood(test.context.database, id, { evenIfActive: true });
  await eraseMember(test.context, id);
  return id;
};

describe('the ledger of erasures', () => {
  const hashes = async (since: string | null): Promise<string[]> => {
    const found: string[] = [];
    for await (const page of listErasures(test.context, since)) found.push(...page);
    return found.toSorted();
  };

  it('is read from the day before the last start on, and as a whole after a restore', async () => {
    const [old, before, late] = [await eraseOn('2031-03-01'), await eraseOn('2031-03-09'), await eraseOn('2031-03-10')];
    const older = memberHash(createId());
    await test.context.erasures.put(`${older.slice(0, 2)}/${older}`, new Uint8Array());
    await recordLedgerUse(test.context);
    test.clock.set(new Date());
    const all = await hashes(null);
    expect(all).toEqual(expect.arrayContaining([old, before, late].map(memberHash)));
    expect(all).toContain(older);
    expect(await hashes('2031-03-09')).toEqual([memberHash(before), memberHash(late)].toSorted());
    // A database that was restored to a time before the erasures, whose last start was on March 10.
    await test.sql('delete from erasures where member_hash = any($1)', [[old, before, late].map(memberHash)]);
    await test.sql(`update restore_state set erasures_read_until = '2031-03-10', read_all_until = current_date - 1`);
    const list = vi.spyOn(test.context.erasures, 'list');
    expect(await replayErasures(test.context)).toBe(2);
    expect(list.mock.calls).toEqual([[{ after: 'on/2031-03-09' }]]);
    expect(await replayErasures(test.context, { all: true })).toBe(1);
    // As long as a program of the last release may add to the ledger.
    await test.sql('update restore_state set read_all_until = current_date');
    list.mockClear();
    await replayErasures(test.context);
    expect(list.mock.calls).toEqual([[{}]]);
    list.mockRestore();
    await test.sql('update restore_state set erasures_read_until = null');
    await replayErasures(test.context);
    const [state] = await test.sql('select erasures_read_until as day from restore_state');
    expect(state).toEqual({ day: new Date().toISOString().slice(0, 10) });
  });
});

describe('a restored database', () => {
  let context: AppContext;
  beforeAll(() => {
    context = { ...test.context, config: { ...test.context.config, production: true } };
  });
  const start = () => refuseUndeclaredRestore(context);
  const declare = async (stopped: Date, ...more: string[]) => {
    const words = ['--stopped', stopped.toISOString(), ...more];
    const { exit, said } = await runAsStaff(restoredCommand, context, words);
    return [exit, said.join('\n')] as const;
  };
  const countNotes = async () => (await test.sql<{ notes: number }>('select notes from restore_state'))[0]?.notes ?? 0;
  const setNotes = (notes: number) => test.sql('update restore_state set notes = $1', [notes]);
  const isUndeclared = expect.stringContaining('nobody has declared that');
  const declared = expect.stringContaining('nodes may start');
  const refusal = async () =>
    start().then(
      () => null,
      ({ message }: Error) => message,
    );
  const secondsAgo = (seconds: number) => after(test.clock.now(), -seconds * 1_000);

  it('is noticed by the notes of both, unless nothing was lost, until it is declared', async () => {
    for (let notes = 0; notes < 3; notes += 1) await recordLedgerUse(context);
    await start();
    const notes = await countNotes();
    expect(await readNote(context)).toMatchObject({ number: notes });
    // As after the end of a process between both notes, or a replica that took over without the last one.
    await setNotes(notes - 1);
    await start();
    await setNotes(notes - 2);
    expect(await refusal()).toEqual(isUndeclared);
    // A node that goes on does not hide it.
    await expect(recordLedgerUse(context)).rejects.toThrow('nobody has declared that');
    expect([await countNotes(), await readNote(context)]).toMatchObject([notes - 2, { number: notes }]);
    await refuseUndeclaredRestore(test.context);
    expect(await declare(test.clock.now())).toEqual([0, declared]);
    await start();
    expect([await countNotes(), await readNote(context)]).toMatchObject([notes + 1, { number: notes + 1 }]);
    const acts = await test.sql(`select who, number from staff_acts where act = 'restored'`);
    expect(acts).toEqual([{ who: 'mo', number: expect.stringMatching(/^\d{4}-/) }]);
  });

  it('is not mistaken for one after notes that failed in a row, in either place', async () => {
    await recordLedgerUse(context);
    const notes = await countNotes();
    const { database, erasures } = context;
    const transaction: typeof database.transaction = (work) =>
      database.transaction(async (tx) => {
        await work(tx);
        throw new Error('the commit failed');
      });
    const put: Storage['put'] = async (...file) => {
      await erasures.put(...file);
      throw new Error('the response was late');
    };
    for (const failing of [{ database: { ...database, transaction } }, { erasures: { ...erasures, put } }])
      for (let time = 0; time < 2; time += 1)
        await expect(recordLedgerUse({ ...context, ...failing })).rejects.toThrow(/failed|late/);
    await start();
    await recordLedgerUse(context);
    expect([await countNotes(), await readNote(context)]).toMatchObject([notes + 1, { number: notes + 1 }]);
  });

  it('is noticed by a start that waits for no note', async () => {
    await recordLedgerUse(context);
    await context.database.transaction(async (tx) => {
      await tx.first(lockNotes);
      await start();
    });
  });

  it('is noticed if the ledger is the older one, or is gone', async () => {
    await recordLedgerUse(context);
    const notes = await countNotes();
    await writeNote(context, notes - 1);
    expect(await refusal()).toEqual(isUndeclared);
    await context.erasures.put('last/note', new Uint8Array());
    expect(await refusal()).toEqual(isUndeclared);
    expect(await declare(test.clock.now())).toEqual([1, expect.stringContaining('was never in use')]);
    await writeNote(context, notes);
    await start();
    await test.sql('delete from restore_state');
    expect(await refusal()).toBe('the table restore_state is empty');
    await test.sql('insert into restore_state (notes) values ($1)', [notes]);
  });

  it('is not mistaken for one while the ledger moves, when nodes write the note in one of both places only', async () => {
    await recordLedgerUse(context);
    const notes = await countNotes();
    const other = createDiskStorage(join(context.config.dataDir, 'other'));
    const places = [context.erasures, other];
    for (const [newer, older] of [places, places.toReversed()] as [Storage, Storage][]) {
      await writeNote({ ...context, erasures: newer }, notes);
      await writeNote({ ...context, erasures: older }, notes - 1);
      await refuseUndeclaredRestore({ ...context, erasures: createMovingStorage(context.erasures, other) });
    }
    await writeNote(context, notes);
  });

  it('is declared only with a ledger that was in use until the nodes stopped, or with the newest there is', async () => {
    await recordLedgerUse(context);
    const number = await countNotes();
    await setNotes(0);
    expect(await declare(secondsAgo(-60))).toEqual([1, expect.stringContaining('is in the future')]);
    for (const words of [[], ['--stopped', '2026-11-30 14:02'], ['--stopped', secondsAgo(0).toISOString(), '--force']])
      expect(await runAsStaff(restoredCommand, context, words)).toMatchObject({ exit: 1 });
    // A copy that was taken after the moment of the restore, but before the nodes stopped.
    const copied = secondsAgo(600);
    await writeNote({ ...context, clock: { ...test.clock, now: () => copied } }, number);
    const older = expect.stringContaining(`was last in use at ${copied.toISOString()}`);
    expect(await declare(secondsAgo(60))).toEqual([1, older]);
    expect(await refusal()).toEqual(isUndeclared);
    expect(await declare(after(copied, 60_000))).toEqual([0, declared]);

    const lost = memberHash(createId());
    await test.sql('insert into erasures (member_hash, erased_at) values ($1, now())', [lost]);
    expect(await declare(copied)).toEqual([1, expect.stringContaining('lacks 1 erasures')]);
    await setNotes(0);
    expect(await declare(secondsAgo(0), '--no-newer-ledger')).toEqual([0, declared]);
    const listed: string[] = [];
    for await (const hashes of listErasures(context, null)) listed.push(...hashes);
    expect(listed).toContain(lost);
    await start();
  });

  it('erases nobody soon who may have come back in the lost time, and says what staff may have paid', async () => {
    const leaver = await test.member();
    const { email } = (await leaver.call('getUser')).body.user;
    await leaver.call('deleteAccount', { password: testPassword });
    await test.runJobs();
    const erased = await eraseOn('2031-03-11');
    test.clock.set(new Date());
    const keep = `insert into account_deletions (member_id, left_at, due_at) values ($1, now(), '2035-01-01')`;
    await test.sql(keep, [erased]);
    await test.sql('update account_deletions set due_at = $1', [secondsAgo(1)]);
    const sleeper = await test.member();
    await test.sql('insert into inactivity_warnings (member_id, warned_at) values ($1, now())', [sleeper.id]);
    const task = `insert into withdrawal_tasks (withdrawal_id, member_id, created_at, due_at) values (gen_random_uuid(), $1, now(), now())`;
    await test.sql(task, [leaver.id]);
    await recordLedgerUse(context);
    const [exit, said] = await declare(test.clock.now());
    expect([exit, said]).toEqual([0, expect.stringContaining('made by hand: 1. Money that matches no order: 0.')]);
    expect(await test.sql('select from inactivity_warnings')).toEqual([]);
    const due = 'select from account_deletions where due_at <= $1 and member_id = $2';
    expect(await test.sql(due, [test.clock.now(), erased])).toHaveLength(1);
    await eraseAccounts(test.context);
    test.clock.move(13 * dayMs);
    await eraseAccounts(test.context);
    const comer = test.client();
    expect((await comer.call('logIn', { login: email, password: testPassword })).body.error).toBe(
      'account.pending-deletion',
    );
    await test.runJobs();
    const newest = (await test.outbox()).find((mail) => mail.to === email);
    const [, token = ''] = /account-deleted\?token=([\w-]+)/.exec(newest?.text ?? '') ?? [];
    expect((await comer.call('reactivateAccount', { token })).body).toEqual({ ok: true });
    test.clock.set(new Date());
  });

  it('counts no erasure as missing that happens while the ledger is read', async () => {
    await recordLedgerUse(context);
    const meanwhile = memberHash(createId());
    const { list } = context.erasures;
    const spy = vi.spyOn(context.erasures, 'list').mockImplementation(async function* (options) {
      yield* list(options);
      await recordErasure(context, meanwhile);
      await test.sql('insert into erasures (member_hash, erased_at) values ($1, now()) on conflict do nothing', [
        meanwhile,
      ]);
    });
    expect(await declare(test.clock.now())).toEqual([0, declared]);
    spy.mockRestore();
  });
});

describe('a replica that took over without the last note', () => {
  it('has the refunds booked that it may have lost with it', async () => {
    const shop = await openShop();
    const { context, sql } = shop.test;
    const { id } = await shop.paid();
    await shop.refund(id);
    await sql(`update payments set due_at = now() + interval '9 days'`);
    const countDue = () => shop.value<number>('select count(*)::int from payments where due_at <= now()');
    for (let notes = 0; notes < 2; notes += 1) await recordLedgerUse(context);
    expect(await countDue()).toBe(0);
    await sql('update restore_state set notes = notes - 1');
    await recordLedgerUse(context);
    expect(await countDue()).toBe(1);
    await shop.close();
  });
});

describe('the note of each minute', () => {
  it('is tried once, and takes the place of one that failed', () => {
    const [line = ''] = crontab.split('\n').filter((one) => one.includes('note-ledger-use'));
    const [item] = parseCrontab(line);
    expect(item?.options).toMatchObject({ maxAttempts: 1, jobKey: 'note-ledger-use', jobKeyMode: 'replace' });
  });
});
