import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { openSession } from '../server/accounts/sessions/sessions.ts';
import { type Balancer, startBalancer } from './support/balancer.ts';
import { brokenInvariants, quickMember } from './support/chat.ts';
import { type Tab, buildCookieHeader, connect } from './support/live.ts';
import { type Cluster, type Node, callAt, openCluster } from './support/nodes.ts';
import { type TestRedis, redisProgram, startRedis } from './support/redis.ts';
import { type TestApp, type TestClient, createTestApp, testPassword } from './support/test-app.ts';
import { watch } from './support/watcher.ts';

const soon = { timeout: 30_000, interval: 20 };

let test: TestApp;
let cluster: Cluster;
let redis: TestRedis | undefined;

beforeAll(async () => {
  test = await createTestApp({ server: inject('durableDatabase') });
  cluster = await openCluster(test);
  redis = redisProgram ? await startRedis() : undefined;
});
afterAll(async () => {
  redis?.thaw();
  await cluster?.close();
  await redis?.kill();
  expect(await brokenInvariants(test)).toEqual([]);
  await test?.close();
});

const texts = (word: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${word} ${i}`);

async function talking(address: string): Promise<{ ada: TestClient; bo: TestClient; conversation: string }> {
  const [ada, bo] = [await quickMember(test, { credits: 500, paid: true }), await quickMember(test, { paid: true })];
  const first = { profile: bo.id, text: 'hello', idempotency_key: randomUUID() };
  return { ada, bo, conversation: (await callAt(address, ada, 'sendMessage', first)).body.message.conversation };
}

function send(address: string, from: TestClient, conversation: string, text: string) {
  return callAt(address, from, 'sendMessage', { conversation, text, idempotency_key: randomUUID() });
}

/** Sends under one key until a node answers, as a browser does. */
async function sendSurely(address: string, from: TestClient, conversation: string, text: string): Promise<void> {
  const message = { conversation, text, idempotency_key: randomUUID() };
  await vi.waitFor(async () => {
    expect((await callAt(address, from, 'sendMessage', message)).status).toBe(200);
  }, soon);
}

async function sendAround(send: (text: string) => Promise<void>, sent: string[], fault: () => Promise<void>) {
  const half = sent.length / 2;
  for (const text of sent.slice(0, half)) await send(text);
  const failing = fault();
  for (const text of sent.slice(half)) await send(text);
  await failing;
}

// Without Redis on this machine only nodes without it are tested, and a line says so.
const kinds: [string, boolean, boolean][] = redisProgram
  ? [
      ['that share a Redis', true, true],
      ['of which one has no Redis', true, false],
    ]
  : [['that have no Redis', false, false]];

describe.each(kinds)('nodes %s', { timeout: 90_000 }, (_what, redisAtOne, redisAtTwo) => {
  let one: Node;
  let two: Node;
  let balancer: Balancer;
  const startAt = (withRedis: boolean): Promise<Node> =>
    cluster.start('web,live', withRedis && redis ? { REDIS_URL: redis.url } : {});

  beforeAll(async () => {
    [one, two] = await Promise.all([startAt(redisAtOne), startAt(redisAtTwo)]);
    balancer = await startBalancer(() => [one.port, two.port]);
  });
  afterAll(async () => {
    await balancer?.close();
    await cluster.endAll();
  });

  it('show each other’s messages live, once and in order', async () => {
    const { ada, bo, conversation } = await talking(one.address);
    const watchers = await Promise.all([
      watch(one.address, ada, conversation),
      watch(two.address, ada, conversation),
      watch(one.address, bo, conversation),
      watch(two.address, bo, conversation),
    ]);
    const sent = texts('across', 20);
    for (const [i, text] of sent.entries())
      await sendSurely(i % 2 ? one.address : two.address, ada, conversation, text);
    for (const watcher of watchers) await vi.waitFor(() => expect(watcher.texts()).toEqual(['hello', ...sent]), soon);
    for (const { events, close } of watchers) {
      // Events arrive over Redis; a node without it reads the database when notified.
      const heard = events.filter(({ type }) => type === 'message');
      expect(heard.length).toBe(redisAtTwo ? 20 : 10);
      close();
    }
  });

  it('close a member’s sockets on every node when the session ends on one', async () => {
    const { ada, bo } = await talking(one.address);
    const [adas, bos] = [await knockReady(two.address, ada), await knockReady(two.address, bo)];
    expect((await callAt(one.address, ada, 'logOut')).status).toBe(200);
    expect(await adas.closed).toBe(1008);
    expect(bos.socket.readyState).toBe(bos.socket.OPEN);
    bos.socket.terminate();
  });

  it('close the sockets of all of a member’s devices on another node after a change of password', async () => {
    const desk = await test.member();
    const phone = test.client();
    const now = test.clock.now();
    const token = await test.context.database.transaction((tx) => openSession(tx, desk.id, 'web', now));
    phone.cookies.set(test.context.sessionCookie, token);
    const [own, other] = [await knockReady(two.address, desk), await knockReady(two.address, phone)];
    const words = { old_password: testPassword, new_password: 'a loud morning in the hills' };
    expect((await callAt(one.address, desk, 'changePassword', words)).status).toBe(200);
    // Sockets of the continuing session also close, because they were opened with its old token.
    expect(await Promise.all([own.closed, other.closed])).toEqual([1008, 1008]);
  });

  it.skipIf(!redisAtOne).each([
    ['killed', () => redis?.kill(), () => redis?.start()],
    ['frozen', () => redis?.freeze(), () => redis?.thaw()],
  ])('lose no message and no credit while Redis is %s', async (word, end, begin) => {
    const { ada, bo, conversation } = await talking(one.address);
    const [here, there] = [await watch(one.address, bo, conversation), await watch(two.address, bo, conversation)];
    await end();
    const sent = texts(word, 10);
    // Messages are answered and shown without Redis, which comes back only below.
    for (const text of sent) expect((await send(one.address, ada, conversation, text)).status).toBe(200);
    for (const watcher of [here, there]) await vi.waitFor(() => expect(watcher.texts().slice(1)).toEqual(sent), soon);
    // A socket that opens meanwhile does not wait for Redis either.
    const late = await watch(two.address, ada, conversation);
    expect((await send(one.address, ada, conversation, 'to the newcomer')).status).toBe(200);
    await vi.waitFor(() => expect(late.texts().at(-1)).toBe('to the newcomer'), soon);
    const balance = async (): Promise<number> => (await callAt(two.address, ada, 'getUser')).body.user.credits;
    const before = await balance();
    await begin();
    expect((await send(two.address, ada, conversation, 'after it')).status).toBe(200);
    for (const watcher of [here, there, late])
      await vi.waitFor(() => expect(watcher.texts()).toEqual(['hello', ...sent, 'to the newcomer', 'after it']), soon);
    expect(before - (await balance())).toBe(5);
    for (const watcher of [here, there, late]) watcher.close();
  });

  it('lose no message when one node is killed: its clients reconnect to the other', async () => {
    const { ada, bo, conversation } = await talking(one.address);
    const watchers = await Promise.all([1, 2, 3, 4].map(() => watch(balancer.address, bo, conversation)));
    const sent = texts('killed', 20);
    await sendAround(
      (text) => sendSurely(balancer.address, ada, conversation, text),
      sent,
      async () => {
        await two.end('SIGKILL');
      },
    );
    for (const watcher of watchers) await vi.waitFor(() => expect(watcher.texts()).toEqual(['hello', ...sent]), soon);
    // The balancer alternates: half of the sockets were at the killed node, the others stayed.
    expect(watchers.filter(({ closes }) => closes.length > 0).length).toBe(2);
    for (const { close } of watchers) close();
  });

  it.runIf(redisAtOne === redisAtTwo)(
    'run each job once with two workers, one of which stalls',
    async () => {
      const members = await Promise.all(Array.from({ length: 60 }, () => quickMember(test)));
      const add = `select graphile_worker.add_job('send-mail', json_build_object('kind', 'password-changed', 'member_id', member_id))
                   from unnest($1::uuid[]) as member_id`;
      const held = `select 1 from graphile_worker.jobs where locked_by is not null`;
      // An interrupted mail is retried after a minute.
      const done = { timeout: 100_000, interval: 20 };
      const waiting = async (): Promise<number> => (await test.sql('select 1 from graphile_worker.jobs')).length;
      const [worker, second] = await Promise.all([cluster.start('worker'), cluster.start('worker')]);
      await test.sql(add, [members.map(({ id }) => id)]);
      worker.process.kill('SIGSTOP');
      // The stopped worker keeps its jobs; the other one does all the rest.
      await vi.waitFor(async () => expect(await waiting()).toBe((await test.sql(held)).length), done);
      worker.process.kill('SIGCONT');
      await test.sql(add, [members.map(({ id }) => id)]);
      await vi.waitFor(async () => expect(await waiting()).toBe(0), done);
      await Promise.all([worker, second].map((node) => node.end('SIGTERM')));
      const folder = join(cluster.folder, 'outbox');
      const sentTo = readdirSync(folder).map(
        (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).to as string,
      );
      const mails = members.map(({ id }) => sentTo.filter((to) => to === `${id}@example.org`).length);
      expect(mails).toEqual(members.map(() => 2));
    },
    240_000,
  );

  it.runIf(redisAtOne === redisAtTwo)(
    'close sockets with 1012 on SIGTERM and exit with 0, and the other node takes over',
    async () => {
      two = await startAt(redisAtTwo);
      const { ada, bo, conversation } = await talking(one.address);
      const watchers = await Promise.all([1, 2].map(() => watch(balancer.address, bo, conversation)));
      const sent = texts('drained', 10);
      const ended: (number | null)[] = [];
      await sendAround(
        (text) => sendSurely(balancer.address, ada, conversation, text),
        sent,
        async () => {
          ended.push(await two.end('SIGTERM'));
        },
      );
      expect(ended).toEqual([0]);
      for (const watcher of watchers) await vi.waitFor(() => expect(watcher.texts()).toEqual(['hello', ...sent]), soon);
      expect(watchers.flatMap(({ closes }) => closes.slice(0, 1))).toEqual([1012]);
      for (const { close } of watchers) close();
    },
  );
});

describe.skipIf(!redisProgram)('nodes that share a Redis', () => {
  it('add up the calls of a member (ABU-13)', async () => {
    const env = { REDIS_URL: redis?.url ?? '', RATE_LIMIT_FACTOR: '1' };
    const [one, two] = await Promise.all([cluster.start('web,live', env), cluster.start('web,live', env)]);
    const member = await quickMember(test);
    const look = async (node: Node): Promise<number> =>
      (await callAt(node.address, member, 'findPlace', { lat: 52.4, lon: 4.6 })).status;
    const statuses = await Promise.all(Array.from({ length: 120 }, () => look(one)));
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    // Its own calls are far from the limit.
    await vi.waitFor(async () => expect(await look(two)).toBe(429), { timeout: 20_000, interval: 500 });
    await cluster.endAll();
  });
});

function knockReady(address: string, member: TestClient): Promise<Tab> {
  const tab = connect(address, { origin: `http://${address}`, cookie: buildCookieHeader(member) });
  return tab.hears('ready').then(() => tab);
}
