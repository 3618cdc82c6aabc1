import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { removePlace } from './support/remove-place.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts';
import { brokenInvariants, quickMember } from './support/chat.ts';
import { createTemplate } from './support/global-setup.ts';
import { makeOpenFolder } from './support/temporary-folder.ts';
import { type Outcome, type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

const soon = { timeout: 30_000, interval: 20 };

describe('a server of PostgreSQL that breaks connections in the middle of calls', { timeout: 90_000 }, () => {
  let dataDir: string;
  let server: EmbeddedPostgres;
  let test: TestApp;
  let senders: TestClient[];
  let receiver: TestClient;
  beforeAll(async () => {
    dataDir = makeOpenFolder();
    server = await startEmbeddedPostgres({ dataDir });
    await createTemplate(server.connection);
    test = await createTestApp({ server: server.connection });
    receiver = await quickMember(test);
    const fresh = Array.from({ length: 4 }, () => quickMember(test, { credits: 1_000_000, paid: true }));
    senders = await Promise.all(fresh);
  });
  afterAll(async () => {
    expect(await brokenInvariants(test)).toEqual([]);
    await test.close();
    await server.stop();
    removePlace(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const newMessage = () => ({ profile: receiver.id, text: 'hello', idempotency_key: randomUUID() });
  const countSent = async (from: TestClient): Promise<number> =>
    (await test.sql<{ n: number }>('select count(*)::int as n from messages where sender_id = $1', [from.id]))[0]?.n ??
    -1;
  const expectBusy = ({ status, body, headers }: Outcome<'sendMessage'>): void => {
    expect([status, body.error, headers['retry-after']]).toEqual([503, 'request.busy', '5']);
    expect(JSON.stringify(body)).not.toMatch(/connection|deadlock|terminat/i);
  };

  it('responds with 503 when an administrator ends the connection of a call, and sends once when it is repeated', async () => {
    const [ada] = senders as [TestClient];
    const message = newMessage();
    const holder = await test.context.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from wallets where member_id = $1 for update', [ada.id]);
    const before = await countSent(ada);
    const sending = ada.call('sendMessage', message);
    const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
                      where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => expect((await test.sql(waiting)).length).toBe(1), soon);
    expectBusy(await sending);
    await holder.query('rollback');
    holder.release();
    expect((await ada.call('sendMessage', message)).status).toBe(200);
    expect((await ada.call('sendMessage', message)).status).toBe(200);
    expect((await countSent(ada)) - before).toBe(1);
  });

  it.each(['40P01', '40001'])('responds with 503 when a transaction fails with %s at every attempt', async (code) => {
    const [ada] = senders as [TestClient];
    await test.sql(`create sequence fail_count`);
    await test.sql(`create function fail() returns trigger language plpgsql as
      $$ begin perform nextval('fail_count'); raise exception 'deadlock detected' using errcode = '${code}'; end $$`);
    await test.sql('create trigger fail before insert on messages for each row execute function fail()');
    const message = newMessage();
    const response = await ada.call('sendMessage', message);
    const [row] = await test.sql('select last_value::int as attempts from fail_count');
    await test.sql('drop function fail() cascade');
    await test.sql('drop sequence fail_count');
    expectBusy(response);
    expect(row).toEqual({ attempts: 5 });
    expect((await ada.call('sendMessage', message)).status).toBe(200);
  });

  it('responds with 500 when the database fails for another reason', async () => {
    const [ada] = senders as [TestClient];
    await test.sql(`create function fail() returns trigger language plpgsql as $$ begin raise 'fault'; end $$`);
    await test.sql('create trigger fail before insert on messages for each row execute function fail()');
    const { status, body } = await ada.call('sendMessage', newMessage());
    await test.sql('drop function fail() cascade');
    expect([status, body.error]).toEqual([500, 'request.failed']);
  });

  it.each([
    [
      'restarts',
      async () => {
        await server.stop();
        server = await startEmbeddedPostgres({ dataDir });
      },
    ],
    [
      'crashes',
      async () => {
        // A backend that is killed takes the whole server with it, which the supervisor then starts again.
        const [row] = await test.sql<{ pid: number }>('select pg_backend_pid() as pid');
        process.kill(row?.pid ?? 0, 'SIGKILL');
      },
    ],
  ])('loses no acknowledged message and responds only with 200 or 503 while it %s', async (_what, breakServer) => {
    const before = await Promise.all(senders.map(countSent));
    const responses: Outcome<'sendMessage'>[] = [];
    const sent = senders.map(() => 0);
    const ending = new AbortController();
    const sendOn = async (sender: TestClient, place: number): Promise<void> => {
      while (!ending.signal.aborted) {
        const message = newMessage();
        // Repeated under its key until it is acknowledged, as a browser does.
        for (let isSent = false; !isSent;) {
          const response = await sender.call('sendMessage', message);
          responses.push(response);
          isSent = response.status === 200;
        }
        sent[place] = (sent[place] ?? 0) + 1;
      }
    };
    const count = (status: number): number => responses.filter((response) => response.status === status).length;
    const sending = Promise.all(senders.map(sendOn));
    await vi.waitFor(() => expect(count(200)).toBeGreaterThan(20), soon);
    await breakServer();
    await vi.waitFor(() => expect(count(503)).toBeGreaterThan(0), soon);
    const until = count(200) + 20;
    await vi.waitFor(() => expect(count(200)).toBeGreaterThan(until), soon);
    ending.abort();
    await sending;
    for (const response of responses) if (response.status !== 200) expectBusy(response);
    const after = await Promise.all(senders.map(countSent));
    expect(after.map((n, place) => n - (before[place] ?? 0))).toEqual(sent);
  });
});
