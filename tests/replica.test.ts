import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { createLog } from '../server/platform/monitoring/log.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { joinReplica, openReplica } from '../server/platform/database/replica.ts';
import { giveCredits, sendText } from './support/chat.ts';
import { insertProfiles } from './support/insert-profiles.ts';
import { type Replicated, postgresPrograms, queryServer, startReplicated } from './support/replica.ts';
import { type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

const soon = { timeout: 60_000, interval: 50 };
const ownChangesMs = 10_000;
const wellForMs = 30_000;

describe.skipIf(!postgresPrograms)('an application with a replica', () => {
  let servers: Replicated;
  let test: TestApp;
  let name: string;
  let check: () => Promise<void>;
  const opened: { close(): Promise<void> }[] = [];
  let ada: TestClient;
  let bo: TestClient;

  beforeAll(async () => {
    servers = await startReplicated();
    test = await createTestApp({ server: servers.primary });
    const [row] = await test.sql<{ name: string }>('select current_database() as name');
    name = row?.name ?? '';
    const log = createLog('silent');
    const replica = openDatabase({ ...servers.replica, database: name, max: 4 }, log);
    opened.push(replica);
    const primary = test.context.database;
    // The test makes the checks itself, so that a paused replica stays in use for as long as it looks at it.
    const joined = joinReplica(
      { primary, replica, replicaForChecks: replica, primaryForChecks: primary },
      test.context,
    );
    ({ check } = joined);
    Object.assign(test.context, { database: joined.database });
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await test.close();
    await servers.close();
  });

  const atReplica = <Row extends object>(text: string) => queryServer<Row & object>(servers.replica, text, name);
  const isUsed = (): boolean => test.context.database.reader(null) !== test.context.database;
  /** Waits until the replica has everything, is used again, and nobody's own changes are recent. */
  const settle = async (): Promise<void> => {
    await vi.waitFor(async () => {
      await check();
      test.clock.move(wellForMs);
      const [lsn] = await test.sql<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
      const [row] = await atReplica<{ caught_up: boolean }>(
        `select pg_last_wal_replay_lsn() >= '${lsn?.lsn}' as caught_up`,
      );
      expect([row?.caught_up, isUsed()]).toEqual([true, true]);
    }, soon);
    test.clock.move(ownChangesMs);
  };
  const pause = (): Promise<unknown> => atReplica('select pg_wal_replay_pause()');
  const search = async (who: TestClient): Promise<MemberId[]> => {
    const { status, body } = await who.call('searchProfiles', {});
    expect(status).toBe(200);
    return body.results.map(({ id }) => id);
  };
  const [man, woman] = [{ gender: 'male' }, { gender: 'female' }] as const;

  beforeEach(async () => {
    await vi.waitFor(() => atReplica('select pg_wal_replay_resume() where pg_is_in_recovery()'), soon);
    [ada, bo] = [await test.member(woman), await test.member(man)];
    await test.sql(`update profiles set main_photo = member_id, main_photo_status = 'approved' where member_id = $1`, [
      bo.id,
    ]);
    await settle();
  });

  it('searches it, for members and visitors, and shows nobody that the primary would not', async () => {
    const [banned, paused, similar] = await insertProfiles(test, 3);
    await settle();
    await pause();
    const [late] = await insertProfiles(test, 1);
    expect(await search(ada)).toContain(banned);
    expect(await search(ada)).not.toContain(late);
    expect(await search(test.client())).not.toContain(late);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [banned]);
    await test.sql(`update profiles set status = 'paused', paused_until = now() where member_id = $1`, [paused]);
    for (const who of [ada, test.client()]) {
      const found = await search(who);
      expect([banned, paused, similar].map((id) => id !== undefined && found.includes(id))).toEqual([
        false,
        false,
        true,
      ]);
    }
    const { results } = (await ada.call('listSimilar', { id: similar })).body;
    const alike = results.map(({ id }) => id);
    expect(alike).toContain(bo.id);
    expect([banned, paused, late].filter((id) => id !== undefined && alike.includes(id))).toEqual([]);
    expect(isUsed()).toBe(true);
  });

  it('shows a block to both sides at once, and its end to the member who ends it', async () => {
    await pause();
    expect([(await search(ada)).includes(bo.id), (await search(bo)).includes(ada.id)]).toEqual([true, true]);
    const suggested = async () => (await ada.call('listSignupMatches', {})).body.results.map(({ id }) => id);
    expect(await suggested()).toContain(bo.id);
    await bo.call('blockMember', { profile: ada.id });
    expect(await atReplica('select from blocked_by')).toEqual([]);
    expect([(await search(ada)).includes(bo.id), (await search(bo)).includes(ada.id)]).toEqual([false, false]);
    // Ada changed nothing and still reads the replica; for Bo, no age of his own change matters.
    test.clock.move(ownChangesMs);
    expect([(await search(ada)).includes(bo.id), (await search(bo)).includes(ada.id)]).toEqual([false, false]);
    expect(await suggested()).not.toContain(bo.id);
    await bo.call('unblockMember', { profile: ada.id });
    expect([(await search(ada)).includes(bo.id), (await search(bo)).includes(ada.id)]).toEqual([true, true]);
    expect(isUsed()).toBe(true);
  });

  it('shows members what they have just done: a hide, its end, a profile of their own, a text', async () => {
    await giveCredits(test, ada.id, 100);
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'the old harbour')).body.message;
    await bo.call('hideMember', { profile: ada.id });
    await settle();
    await pause();
    expect(await search(bo)).not.toContain(ada.id);
    await bo.call('unhideMember', { profile: ada.id });
    expect(await search(bo)).toContain(ada.id);
    await bo.call('hideMember', { profile: ada.id });
    expect(await search(bo)).not.toContain(ada.id);

    const find = async (who: TestClient): Promise<number[]> =>
      (await who.call('searchMessages', { text: 'harbour' })).body.results.map(({ seq }) => seq);
    test.clock.move(ownChangesMs);
    expect([await find(ada), await find(bo)]).toEqual([[1], [1]]);
    await sendText(ada, { profile: bo.id }, 'Which harbour?');
    expect([await find(ada), await find(bo)]).toEqual([[2, 1], [1]]);
    await test.sql('update messages set removed_at = now() where conversation_id = $1 and seq = 1', [conversation]);
    expect([await find(ada), await find(bo)]).toEqual([[2], []]);

    const [late = ''] = await insertProfiles(test, 1);
    test.clock.move(ownChangesMs);
    expect(await search(ada)).not.toContain(late);
    expect((await ada.call('updateProfile', { about: 'By the sea' })).status).toBe(200);
    expect(await search(ada)).toContain(late);
    expect(isUsed()).toBe(true);
  });

  it('reads the primary while the replica lags by more than five seconds, and then the replica again', async () => {
    await pause();
    const [late = ''] = await insertProfiles(test, 1);
    await vi.waitFor(async () => {
      await check();
      expect(isUsed()).toBe(false);
    }, soon);
    expect(await search(ada)).toContain(late);
    await atReplica('select pg_wal_replay_resume()');
    await vi.waitFor(async () => {
      const [row] = await atReplica<{ ages: boolean }>(
        `select at > now() - interval '3 seconds' as ages from replica_heartbeat`,
      );
      await check();
      expect(row?.ages).toBe(true);
    }, soon);
    await check();
    expect(isUsed()).toBe(false);
    await settle();
    expect(await search(ada)).toContain(late);
  });

  it('answers from the primary while the replica is stopped, and reads it again later', async () => {
    await servers.stopReplica();
    const [late = ''] = await insertProfiles(test, 1);
    expect(isUsed()).toBe(true);
    expect(await search(ada)).toContain(late);
    expect(isUsed()).toBe(false);
    expect((await test.app.server.inject('/readyz')).statusCode).toBe(200);
    await servers.startReplica();
    await settle();
    expect(await search(ada)).toContain(late);
  });

  it('checks it each second by itself', async () => {
    const { host, port, user } = servers.replica;
    const url = `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
    const primary = openDatabase({ ...servers.primary, database: name, max: 2 }, createLog('silent'));
    const database = openReplica(primary, url, test.context);
    await vi.waitFor(() => expect(database.reader(null)).not.toBe(database), soon);
    await pause();
    await vi.waitFor(() => expect(database.reader(null)).toBe(database), soon);
    await database.close();
  });

  // The last test: a promoted replica stays one.
  it('reads nothing from a replica that was promoted, however long ago', async () => {
    await atReplica('select pg_promote()');
    await check();
    await queryServer(servers.replica, 'update profiles set invisible = true', name);
    for (const _ of [1, 2, 3]) {
      expect(isUsed()).toBe(false);
      expect(await search(ada)).toContain(bo.id);
      test.clock.move(wellForMs);
      await check();
    }
  });
});
