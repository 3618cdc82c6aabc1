import { randomUUID } from 'node:crypto';

import { Redis } from 'ioredis';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { type TestRedis, freePort, redisProgram, startRedis } from '../../../tests/support/redis.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import { enforceShownLimit } from '../../members/limit-shown.ts';
import { movableClock } from '../../../tests/support/movable-clock.ts';
import type { Call } from '../handler.ts';
import { createId } from '../ids.ts';
import { createMemory } from '../memory.ts';
import { type RateLimits, createRateLimits } from './rate-limits.ts';
import { type SharedCounts, openSharedCounts } from './shared-counts.ts';

const test = useTestApp();
const soon = { timeout: 20_000, interval: 20 };
const log = pino({ level: 'silent' });
const limits = { search: { points: 60, seconds: 600 } };
const opened: SharedCounts[] = [];
const buses: pg.Client[] = [];
const viewer = createId<MemberId>();

const realNow = performance.now.bind(performance);

/** Moves the clock of this process, which all nodes of a test share, but not that of Redis. */
function shiftClock(ms: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ms);
}

interface Node {
  shared: SharedCounts;
  limits: RateLimits;
  call: Call;
}

async function openNode(redisUrl: string): Promise<Node> {
  // Stands for the connection of the node's bus, by which others count it.
  const bus = new pg.Client({ ...test.context.database.pool.options, application_name: 'tealight bus' });
  await bus.connect();
  buses.push(bus);
  const { database } = test.context;
  const shared = await openSharedCounts({ redisUrl, database, secret: 'a secret of all nodes', log });
  opened.push(shared);
  const context = { sharedCounts: shared, clock: movableClock(), config: { rateLimitFactor: 1 } };
  const memory = createMemory(() => context as never);
  const call = { context: { ...context, memory }, ip: '198.51.100.7', member: { id: viewer } } as unknown as Call;
  return { shared, limits: createRateLimits(null as never, 1, limits, shared), call };
}

/** Exchanges until no node has anything that another does not know. */
async function meet(nodes: readonly Node[]): Promise<void> {
  for (const _round of [1, 2]) for (const { shared } of nodes) await shared.exchange();
}

async function countAllowed({ limits: own }: Node, who: string, tries: number): Promise<number> {
  const calls = Array.from({ length: tries }, () => own.enforce('search', who));
  return (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
}

/** Shows one member after the other, of whom none shares a bit with another, and returns how many were allowed. */
function countShown({ call }: Node, { from, to }: { from: number; to: number }): number {
  for (let number = from; number < to; number += 1)
    try {
      const id = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
      enforceShownLimit(call, [toId<MemberId>(id)]);
    } catch {
      return number - from;
    }
  return to - from;
}

/** What a spy needs to know: with all commands of Redis, the compiler would take seconds. */
const commands: Pick<Redis, 'callBuffer'> = Redis.prototype;

/** Exchanges, but does not hear what Redis answers. Returns what Redis was sent. */
async function exchangeUnheard({ shared }: Node): Promise<Parameters<Redis['callBuffer']>> {
  let sent: Parameters<Redis['callBuffer']> | undefined;
  const { callBuffer } = commands;
  const spy = vi.spyOn(commands, 'callBuffer').mockImplementation(async function (this: Redis, ...given) {
    const reply = await callBuffer.apply(this, given);
    // The first message of an exchange tells no counts.
    if (given[2] === 2) return reply;
    sent = given;
    throw new Error('no answer');
  });
  await shared.exchange();
  spy.mockRestore();
  if (!sent) throw new Error('nothing was sent');
  return sent;
}

describe('a limit in memory', () => {
  it('forgets the windows that are over when another begins', async () => {
    const lists: (() => Iterable<unknown>)[] = [];
    const shared = {
      markChanged: () => undefined,
      register: (list: () => Iterable<unknown>) => void lists.push(list),
      weight: () => 1,
    };
    const alone = createRateLimits(null as never, 1, limits, shared as unknown as SharedCounts);
    for (let count = 0; count < 100; count += 1) await alone.enforce('search', randomUUID());
    const kept = (): number => [...(lists[0]?.() ?? [])].length;
    expect(kept()).toBe(100);
    shiftClock(600_000);
    await alone.enforce('search', randomUUID());
    expect(kept()).toBe(1);
    shiftClock(0);
  });
});

describe.skipIf(!redisProgram)('limits that nodes share through Redis (ABU-13)', () => {
  let redis: TestRedis;
  let admin: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    admin = new Redis<'legacy'>(redis.url);
    admin.on('error', () => undefined);
  });
  const countWindows = async (): Promise<number> => {
    const types = await Promise.all((await admin.keys('*')).map((key) => admin.type(key)));
    return types.filter((type) => type === 'hash').length;
  };
  afterEach(async () => {
    redis.thaw();
    await Promise.all(opened.splice(0).map((shared) => shared.close()));
    await Promise.all(buses.splice(0).map((bus) => bus.end()));
  });
  afterAll(async () => {
    admin.disconnect();
    await redis.kill();
  });

  it('are exact once the nodes have exchanged what they counted, which they do every second', async () => {
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    const [ada, bo] = [randomUUID(), randomUUID()];
    expect([await countAllowed(one, ada, 40), await countAllowed(two, ada, 15)]).toEqual([40, 15]);
    await meet([one, two]);
    expect(await countAllowed(two, ada, 10)).toBe(5);
    expect(await countAllowed(two, bo, 10)).toBe(10);
    // Refused calls count too, as with one node; without a call of the test, the timer tells the first node.
    await vi.waitFor(async () => expect(await countAllowed(one, ada, 1)).toBe(0), soon);
  });

  it('end at the same time on all nodes, however their clocks differ', async () => {
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    const ada = randomUUID();
    await countAllowed(one, ada, 60);
    await meet([one]);
    shiftClock(300_000);
    await countAllowed(two, ada, 1);
    await meet([two]);
    const refusal = await two.limits.enforce('search', ada).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ values: { retry_after: expect.closeTo(600, -1.5) as unknown } });
    shiftClock(300_000 + 601_000);
    expect(await countAllowed(two, ada, 10)).toBe(10);
    shiftClock(0);
  });

  it('count once what Redis hears twice, and nothing that it hears too late', async () => {
    await admin.flushall();
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    const ada = randomUUID();
    await countAllowed(one, ada, 30);
    await exchangeUnheard(one);
    await exchangeUnheard(one);
    await meet([one]);
    await countAllowed(two, ada, 1);
    await meet([two]);
    expect(await countAllowed(two, ada, 60)).toBe(29);
    shiftClock(599_500);
    await countAllowed(one, ada, 1);
    const late = await exchangeUnheard(one);
    await vi.waitFor(async () => expect(await countWindows()).toBe(0), soon);
    await admin.callBuffer(...late);
    expect(await countWindows()).toBe(0);
    shiftClock(0);
  });

  it('take back what a call gave back', async () => {
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    const ada = createId<MemberId>();
    await countAllowed(one, ada, 60);
    await meet([one]);
    await one.limits.giveBack('search', '198.51.100.7', ada);
    await meet([one, two]);
    expect(await countAllowed(two, ada, 1)).toBe(1);
    await meet([two]);
    expect(await countAllowed(two, ada, 1)).toBe(0);
  });

  it('bound the members whom a viewer sees in a day on all nodes (ABU-08)', async () => {
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    expect(countShown(one, { from: 0, to: 1_200 })).toBe(1_200);
    await meet([one]);
    // The viewer has not been here yet, so the first page is not compared with what other nodes showed.
    expect(countShown(two, { from: 1_200, to: 1_300 })).toBe(100);
    await meet([two]);
    // Members already shown anywhere count once.
    expect(countShown(two, { from: 0, to: 4_000 })).toBe(1_725);
    await meet([two]);
    expect(countShown(one, { from: 1_725, to: 1_726 })).toBe(1);
    await meet([one]);
    expect(countShown(one, { from: 1_726, to: 1_727 })).toBe(0);
  });

  it('are divided by the number of nodes while Redis is out of reach, and hold again when it is back', async () => {
    const nodes = [await openNode(redis.url), await openNode(redis.url), await openNode(redis.url)] as const;
    const [ada, bo, cy] = [randomUUID(), randomUUID(), randomUUID()];
    await countAllowed(nodes[0], ada, 30);
    await meet(nodes);
    await redis.kill();
    await meet(nodes);
    // Thirty are left of Ada's sixty, and a third of them is the first node's.
    expect(await countAllowed(nodes[0], ada, 60)).toBe(10);
    const allowed = await Promise.all(nodes.map((node) => countAllowed(node, bo, 60)));
    expect(allowed).toEqual([20, 20, 20]);
    // A node that starts now asks the database how many others there are.
    const late = await openNode(redis.url);
    await meet(nodes);
    expect(await Promise.all([...nodes, late].map((node) => countAllowed(node, cy, 60)))).toEqual([15, 15, 15, 15]);
    await redis.start();
    // Redis has lost everything, and hears it again from all nodes.
    await vi.waitFor(async () => {
      await meet(nodes);
      expect(nodes.map(({ shared }) => shared.weight())).toEqual([1, 1, 1]);
    }, soon);
    await meet(nodes);
    const after = await Promise.all(nodes.map((node) => countAllowed(node, bo, 1)));
    expect(after).toEqual([0, 0, 0]);
    expect(await countAllowed(nodes[0], ada, 1)).toBe(0);
  });

  it('hold when Redis loses its memory, and end no later for it', async () => {
    const [one, two, three] = [await openNode(redis.url), await openNode(redis.url), await openNode(redis.url)];
    const [ada, bo] = [randomUUID(), randomUUID()];
    shiftClock(-400_000);
    await Promise.all([countAllowed(one, ada, 30), countAllowed(two, ada, 25)]);
    shiftClock(0);
    await meet([one, two, three]);
    await admin.flushall();
    // This node has not heard of Ada, and is the first to tell the empty Redis about her.
    expect(await countAllowed(three, ada, 1)).toBe(1);
    await meet([three]);
    await meet([one, two]);
    await countAllowed(three, ada, 1);
    await meet([three]);
    expect(await countAllowed(three, ada, 10)).toBe(3);
    const refusal = await three.limits.enforce('search', ada).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ values: { retry_after: expect.closeTo(200, -1.5) as unknown } });
    expect(await countAllowed(three, bo, 61)).toBe(60);
    shiftClock(0);
  });

  it('are told to the other nodes when a node ends', async () => {
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    const ada = randomUUID();
    // An exchange that is under way knows nothing of the later calls.
    await countAllowed(one, randomUUID(), 1);
    const { callBuffer } = commands;
    const sent = new Promise<void>((resolve) => {
      vi.spyOn(commands, 'callBuffer').mockImplementation(function (this: Redis, ...given) {
        if (given[2] !== 2) resolve();
        return callBuffer.apply(this, given);
      });
    });
    void one.shared.exchange();
    await sent;
    await countAllowed(one, ada, 60);
    await one.shared.close();
    await countAllowed(two, ada, 1);
    await meet([two]);
    expect(await countAllowed(two, ada, 1)).toBe(0);
  });

  it('delay no call while Redis is frozen, and are divided when it stays so', async () => {
    const [one, two] = [await openNode(redis.url), await openNode(redis.url)];
    await meet([one, two]);
    redis.freeze();
    void one.shared.exchange();
    expect(await countAllowed(one, randomUUID(), 61)).toBe(60);
    await vi.waitFor(() => expect([one, two].map(({ shared }) => shared.weight())).toEqual([2, 2]), soon);
    expect(await countAllowed(two, randomUUID(), 61)).toBe(30);
  });

  it('name nobody in Redis, and stay there no longer than they last', async () => {
    const one = await openNode(redis.url);
    const ada = createId<MemberId>();
    await admin.flushall();
    await one.limits.enforceAddress('search', '198.51.100.77');
    await one.limits.enforce('search', ada);
    countShown(one, { from: 0, to: 1 });
    await meet([one]);
    const keys = await admin.keys('*');
    const lives = await Promise.all(keys.map((key) => admin.pttl(key)));
    expect(keys.length).toBeGreaterThanOrEqual(5);
    for (const key of keys) expect(key).toMatch(/^tealight:[\w-]{24}$/);
    expect(keys.join()).not.toMatch(new RegExp(`198|search|shown|${ada}`));
    for (const ms of lives) expect(ms).toBeGreaterThan(0);
    expect(Math.max(...lives)).toBeLessThanOrEqual(86_400_000);
  });

  it('hold on a node alone if Redis was never there', async () => {
    const one = await openNode(`redis://127.0.0.1:${await freePort()}`);
    expect(await countAllowed(one, randomUUID(), 70)).toBe(60);
  });
});
