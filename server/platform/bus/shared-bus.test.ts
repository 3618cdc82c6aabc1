import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { createId } from '../ids.ts';
import type { LiveEvent } from '../../../contract/events.ts';
import {
  type TestRedis,
  type TestSentinel,
  freePort,
  redisProgram,
  startRedis,
  startSentinel,
} from '../../../tests/support/redis.ts';
import type { Reader } from '../database/database.ts';
import { openSharedCounts } from '../limits/shared-counts.ts';
import type { Bus } from './bus.ts';
import { createSharedBus } from './shared-bus.ts';

const soon = { timeout: 20_000, interval: 20 };
const log = pino({ level: 'silent' });
const secret = 'a secret of all nodes';
const buses: Bus[] = [];

afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
});

/** Creates a node's bus; `redisUrl` null: a node without Redis. */
async function node(redisUrl: string | null, ownSecret = secret): Promise<Bus> {
  const connection = { ...inject('database'), database: 'postgres' };
  const bus = await createSharedBus({ redisUrl, connection, secret: ownSecret, log });
  buses.push(bus);
  return bus;
}

async function listen(bus: Bus, member: MemberId): Promise<LiveEvent[]> {
  const received: LiveEvent[] = [];
  bus.subscribe(member, (event) => received.push(event));
  await bus.whenSubscribed(member);
  return received;
}

function hearChanges(bus: Bus): (MemberId | null)[] {
  const heard: (MemberId | null)[] = [];
  bus.onChange((member) => heard.push(member));
  return heard;
}

/** Cuts the database connections of both nodes. */
async function cutConnections(): Promise<void> {
  const admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'tealight bus' and datname = current_database()`;
  expect((await admin.query(cut)).rowCount).toBe(2);
  await admin.end();
}

const types = (received: LiveEvent[]): string[] => received.map(({ type }) => type);
const gone = (id: string): LiveEvent => ({ type: 'like-gone', profile: toId(id) });

/** Publishes until the other node receives something: the event itself through Redis, or a request to catch up. */
async function meet(from: Bus, to: Bus, as: LiveEvent['type'] = 'like-gone'): Promise<void> {
  const member = createId<MemberId>();
  const received = await listen(to, member);
  await vi.waitFor(() => {
    from.publish(member, gone('x'));
    expect(types(received)).toContain(as);
  }, soon);
}

describe('nodes without Redis', () => {
  it('deliver events to their own listeners, and make clients on other nodes catch up', async () => {
    const [one, two] = [await node(null), await node(null)];
    const member = createId<MemberId>();
    const [here, there, other] = [await listen(one, member), await listen(two, member), await listen(two, createId())];
    one.publish(member, gone('x'));
    expect(here).toEqual([gone('x')]);
    await vi.waitFor(() => expect(there).toEqual([{ type: 'catch-up' }]), soon);
    expect(other).toEqual([]);
    expect(here).toEqual([gone('x')]);
  });

  it('combine the news of many members into few messages, and send none for typing', async () => {
    const [one, two] = [await node(null), await node(null)];
    const members = Array.from({ length: 1_000 }, () => createId<MemberId>());
    const received = await Promise.all(members.map((member) => listen(two, member)));
    const notes: string[] = [];
    const spy = new pg.Client({ ...inject('database'), database: 'postgres' });
    await spy.connect();
    spy.on('notification', ({ payload }) => notes.push(payload ?? ''));
    await spy.query('listen tealight_bus');
    for (const member of members) {
      one.publish(member, { type: 'typing', conversation: toId('c'), profile: toId('p') });
      one.publish(member, { type: 'profile' });
      one.publish(member, { type: 'profile' });
    }
    await vi.waitFor(() => expect(received.every((events) => events.length > 0)).toBe(true), soon);
    await spy.end();
    expect(received.flat().length).toBe(1_000);
    expect(notes.filter((note) => note.includes(' news ')).length).toBe(5);
  });

  it('announce who changed something to all nodes, and that some may have been missed', async () => {
    const [one, two] = [await node(null), await node(null)];
    const [here, there] = [hearChanges(one), hearChanges(two)];
    const members = [createId<MemberId>(), createId<MemberId>()];
    for (const member of members) one.announceChange(member);
    expect(here).toEqual(members);
    await vi.waitFor(() => expect(there).toEqual(members), soon);
    await cutConnections();
    await vi.waitFor(() => expect([here, there].map((heard) => heard.includes(null))).toEqual([true, true]), soon);
  });

  it('recover from lost database connections by having their clients catch up', async () => {
    const [one, two] = [await node(null), await node(null)];
    const [ada, bo] = [createId<MemberId>(), createId<MemberId>()];
    const [atTwo, quiet] = [await listen(two, ada), await listen(two, bo)];
    await cutConnections();
    one.publish(ada, gone('x'));
    await vi.waitFor(
      () => expect([atTwo, quiet].map((received) => types(received).at(-1))).toEqual(['catch-up', 'catch-up']),
      soon,
    );
  });
});

describe.skipIf(!redisProgram)('nodes with Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.kill());

  it('announce who changed something, and that some may have been missed once Redis is back', async () => {
    const [one, two] = [await node(redis.url), await node(redis.url)];
    const there = hearChanges(two);
    const countMissed = (): number => there.filter((id) => id === null).length;
    await meet(one, two);
    const member = createId<MemberId>();
    await vi.waitFor(() => {
      one.announceChange(member);
      expect(there).toContain(member);
    }, soon);
    const atFirst = countMissed();
    await redis.kill();
    await vi.waitFor(() => expect(countMissed()).toBeGreaterThan(atFirst), soon);
    const other = createId<MemberId>();
    await vi.waitFor(() => {
      one.announceChange(other);
      expect(there).toContain(other);
    }, soon);
    const whileDown = countMissed();
    await redis.start();
    await vi.waitFor(() => expect(countMissed()).toBeGreaterThan(whileDown), soon);
  });

  it('deliver events to listeners on other nodes, once, in order, and to nobody else', async () => {
    const [one, two] = [await node(redis.url), await node(redis.url)];
    await meet(one, two);
    const member = createId<MemberId>();
    const [here, there, other] = [await listen(one, member), await listen(two, member), await listen(two, createId())];
    const published = Array.from({ length: 100 }, (_, i) => gone(toId(`${i}`)));
    for (const event of published) one.publish(member, event);
    expect(here).toEqual(published);
    await vi.waitFor(() => expect(there).toEqual(published), soon);
    // The node's own event comes back from Redis, but its sockets have already received it.
    two.publish(member, { type: 'profile' });
    await vi.waitFor(() => expect(here).toEqual([...published, { type: 'profile' }]), soon);
    expect(there).toEqual([...published, { type: 'profile' }]);
    expect(other).toEqual([]);
  });

  it('reveal no texts to Redis, and accept no forged events from it', async () => {
    const [one, two] = [await node(redis.url), await node(redis.url)];
    await meet(one, two);
    const { Redis } = await import('ioredis');
    const [spy, stranger] = [new Redis(redis.url), new Redis(redis.url)];
    const [ada, bo] = [createId<MemberId>(), createId<MemberId>()];
    const seen: Buffer[] = [];
    spy.on('messageBuffer', (_channel: Buffer, bytes: Buffer) => seen.push(bytes));
    await spy.subscribe(`tealight:${ada}`);
    const [adas, bos] = [await listen(two, ada), await listen(two, bo)];
    one.publish(ada, { type: 'conversation-gone', conversation: toId('a text that only Ada reads') });
    await vi.waitFor(() => expect([adas.length, seen.length]).toEqual([1, 1]), soon);
    expect(seen[0]?.includes('only Ada')).toBe(false);
    // A replayed or forged event is never believed; at most it causes a catch-up.
    await stranger.publish(`tealight:${bo}`, seen[0] ?? '');
    await stranger.publish(`tealight:${bo}`, JSON.stringify({ type: 'balance', credits: 1_000_000, paid_user: true }));
    await vi.waitFor(() => expect(types(bos)).toEqual(['catch-up', 'catch-up']), soon);
    spy.disconnect();
    stranger.disconnect();
  });

  it('cannot decrypt each other’s events with different secrets, so their clients catch up', async () => {
    const [one, two] = [await node(redis.url), await node(redis.url, 'another secret')];
    const member = createId<MemberId>();
    const received = await listen(two, member);
    await vi.waitFor(() => {
      one.publish(member, gone('x'));
      expect(types(received)).toContain('catch-up');
    }, soon);
    expect(types(received)).not.toContain('like-gone');
  });

  it('reach each other while one of them cannot reach Redis, and deliver nothing twice', async () => {
    const [well, twin] = [await node(redis.url), await node(redis.url)];
    await meet(well, twin);
    await meet(twin, well);
    const lost = await node(`redis://127.0.0.1:${await freePort()}`);
    await meet(well, lost, 'catch-up');
    const [ada, bo] = [createId<MemberId>(), createId<MemberId>()];
    const [adaAtWell, boAtTwin, boAtLost] = [await listen(well, ada), await listen(twin, bo), await listen(lost, bo)];
    lost.publish(ada, gone('x'));
    well.publish(bo, gone('x'));
    const received = (): string[][] => [adaAtWell, boAtTwin, boAtLost].map(types);
    await vi.waitFor(() => expect(received()).toEqual([['catch-up'], ['like-gone'], ['catch-up']]), soon);
  });

  it('assume from the start that another node may be without Redis', async () => {
    const two = await node(null);
    const member = createId<MemberId>();
    const received = await listen(two, member);
    const one = await node(redis.url);
    one.publish(member, gone('x'));
    await vi.waitFor(() => expect(types(received)).toEqual(['catch-up']), soon);
  });

  it('work with a Redis that is flushed or full (FLT-05)', async () => {
    const [one, two] = [await node(redis.url), await node(redis.url)];
    await meet(one, two);
    const member = createId<MemberId>();
    const received = await listen(two, member);
    const { Redis } = await import('ioredis');
    const admin = new Redis(redis.url);
    await admin.flushall();
    await admin.config('SET', 'maxmemory', '1');
    one.publish(member, gone('x'));
    // A full Redis may refuse to publish; the message arrives all the same.
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), soon);
    await admin.config('SET', 'maxmemory', '0');
    admin.disconnect();
  });

  it.each([
    ['is killed', () => redis.kill(), () => redis.start()],
    ['freezes', async () => redis.freeze(), async () => redis.thaw()],
  ])('continue through the database when Redis %s, and later return to Redis', async (_what, end, begin) => {
    const [one, two] = [await node(redis.url), await node(redis.url)];
    await meet(one, two);
    const [ada, bo] = [createId<MemberId>(), createId<MemberId>()];
    const [here, there, quiet] = [await listen(one, ada), await listen(two, ada), await listen(two, bo)];
    await end();
    one.publish(ada, gone('x'));
    expect(here).toEqual([gone('x')]);
    // Ada's client has news; Bo's might have some, because it belongs to a node that lost the bus.
    await vi.waitFor(() => expect([types(there).at(-1), types(quiet).at(-1)]).toEqual(['catch-up', 'catch-up']), soon);
    expect(types(there)).not.toContain('like-gone');
    const before = quiet.length;
    await begin();
    await meet(one, two);
    await vi.waitFor(() => expect(quiet.length).toBeGreaterThan(before), soon);
    one.publish(bo, gone('y'));
    await vi.waitFor(() => expect(quiet).toContainEqual(gone('y')), soon);
  });
});

describe.skipIf(!redisProgram)('nodes whose Redis is found by Sentinel', () => {
  let sentinel: TestSentinel;
  beforeAll(async () => {
    sentinel = await startSentinel();
  });
  afterAll(() => sentinel.close());

  it('are with the new master after the old one is killed (FLT-05)', async () => {
    const [one, two] = [await node(sentinel.url), await node(sentinel.url)];
    const database = { first: async () => ({ nodes: 2 }) } as unknown as Reader;
    const counts = await openSharedCounts({ redisUrl: sentinel.url, database, secret, log });
    await meet(one, two);
    const quiet = await listen(two, createId());
    await sentinel.first.kill();
    // It takes five seconds here, and the Sentinels wait longer on a busy machine.
    const late = { timeout: 40_000 };
    await vi.waitFor(() => expect(types(quiet)).toEqual(['catch-up']), late);
    await meet(one, two);
    // Both have asked their clients to catch up since they found the new master.
    await vi.waitFor(() => expect(quiet.length).toBeGreaterThan(1), late);
    await vi.waitFor(() => expect(counts.weight()).toBe(1), late);
    await counts.close();
  });
});
