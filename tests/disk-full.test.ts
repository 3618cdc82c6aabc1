import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts';
import { stripes, uploadPhoto } from './support/photo-files.ts';
import { brokenInvariants, quickMember } from './support/chat.ts';
import { createTemplate } from './support/global-setup.ts';
import { type SmallDisk, mountSmallDisk } from './support/small-disk.ts';
import { type TestApp, type TestClient, createTestApp, useTestApp } from './support/test-app.ts';

const disks = { photos: mountSmallDisk(8), database: mountSmallDisk(320) };
afterAll(() => Object.values(disks).forEach((disk) => disk?.remove()));
const mounted = disks.photos !== undefined && disks.database !== undefined;
if (!mounted) process.stderr.write('SKIPPED: a full disk (FLT-06) needs an account that may mount one.\n');

const noRoom = {
  error: 'request.no-room',
  message: 'We can’t save anything new right now. Nothing is lost. Please try again in a few minutes.',
  trace: expect.any(String) as unknown,
};

describe.runIf(mounted)('when the disk of the photos is full (FLT-06)', () => {
  const disk = disks.photos as SmallDisk;
  const test = useTestApp({ env: { DATA_DIR: disks.photos?.folder ?? '' } });
  let member: TestClient;
  beforeAll(async () => {
    member = await quickMember(test, { paid: true });
  });

  const picture = stripes(900, 700);
  const upload = () => uploadPhoto(test, member, picture);
  const kept = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of test.context.storage.list()) keys.push(key);
    return keys;
  };
  const rows = async () => (await test.sql('select from photos')).length;

  it('an upload is refused as a whole, whichever file fails, and works once there is space again', async () => {
    const refusals: number[] = [];
    for (let leave = 0; ; leave += 160 * 1_024) {
      disk.fill(leave);
      const answer = await upload();
      disk.free();
      if (answer.status === 200) break;
      expect([answer.status, answer.body]).toEqual([507, noRoom]);
      expect([await kept(), await rows()]).toEqual([[], 0]);
      refusals.push(leave);
    }
    // Some uploads failed at the first file, others at later ones.
    expect(refusals.length).toBeGreaterThan(2);
    expect([(await kept()).length, await rows()]).toEqual([4, 1]);
  });
});

describe.runIf(mounted)('when the disk of the database is full (FLT-06)', () => {
  let disk: SmallDisk;
  let server: EmbeddedPostgres;
  let test: TestApp;
  let anna: TestClient;
  let bert: TestClient;
  beforeAll(async () => {
    disk = disks.database as SmallDisk;
    server = await startEmbeddedPostgres({ dataDir: disk.folder });
    await createTemplate(server.connection);
    test = await createTestApp({ server: server.connection });
    anna = await quickMember(test, { credits: 1_000_000 });
    bert = await quickMember(test);
  }, 60_000);
  afterAll(async () => {
    await test.close();
    await server.stop();
  });

  const newMessage = () => ({ profile: bert.id, text: 'x'.repeat(200), idempotency_key: randomUUID() });
  const ready = async () =>
    (await test.app.server.inject({ url: '/readyz', headers: { host: 'localhost' } })).statusCode;
  const balance = async () =>
    (await test.sql<{ balance: number }>('select balance from wallets where member_id = $1', [anna.id]))[0]?.balance;

  async function sendUntilRefused() {
    for (;;) {
      const input = newMessage();
      const before = await balance();
      const { status, body } = await anna.call('sendMessage', input);
      if (status !== 200) return { input, status, body, before };
    }
  }

  it('a message is refused without a charge and the node is not ready, until there is space again', async () => {
    expect(await ready()).toBe(200);
    disk.fill();
    const refused = await sendUntilRefused();
    expect([refused.status, refused.body]).toEqual([507, noRoom]);
    expect(await balance()).toBe(refused.before);
    expect((await anna.call('listChats')).status).toBe(200);
    await vi.waitFor(async () => expect(await ready()).toBe(503), 5_000);
    disk.free();
    await vi.waitFor(async () => expect(await ready()).toBe(200), 5_000);
    expect((await anna.call('sendMessage', refused.input)).status).toBe(200);
    expect(await brokenInvariants(test)).toEqual([]);
  }, 60_000);

  it('a full log ends the database server, calls are busy until it restarts, and the books are right', async () => {
    disk.fill();
    await expect(fillLog()).rejects.toThrow(/terminat|crash|No space/i);
    await vi.waitFor(async () => expect((await anna.call('listChats')).status).toBe(503), 10_000);
    await vi.waitFor(async () => expect(await ready()).toBe(503), 5_000);
    disk.free();
    const input = newMessage();
    await vi.waitFor(async () => expect((await anna.call('sendMessage', input)).status).toBe(200), 60_000);
    await vi.waitFor(async () => expect(await ready()).toBe(200), 5_000);
    expect(await brokenInvariants(test)).toEqual([]);
  }, 120_000);

  /** Fills only the write-ahead log, segment by segment, until no further segment fits. */
  async function fillLog(): Promise<never> {
    for (;;) await test.sql(`select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()`);
  }
});
