import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { createLocalBus } from '../bus/bus.ts';
import { movableClock } from '../../../tests/support/movable-clock.ts';
import { createLog } from '../monitoring/log.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { type Database, type Reader, composeStatement, openDatabase } from './database.ts';
import { joinReplica } from './replica.ts';

const ada = toId<MemberId>('ada');
const bo = toId<MemberId>('bo');

const conflict = Object.assign(new pg.DatabaseError('canceling statement due to conflict with recovery', 0, 'error'), {
  code: '40001',
});
const stopping = Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' });

/** Sets up a replica that is well, on a clock of the test. Each server answers a read with its name. */
function setUp() {
  const clock = movableClock(new Date('2026-11-29T20:00:00Z'));
  const beat = { in_recovery: true, lagMs: 1_200, fault: undefined as Error | undefined };
  const served: { fault: Error | undefined } = { fault: undefined };
  const events: unknown[] = [];
  const log = createLog('info', {
    write: (line) => void events.push((JSON.parse(line) as { event: string }).event),
  });
  const answer = (value: unknown): Reader =>
    ({
      all: async ({ name }: { name: string }) => [name === '' ? value : { now: clock.now() }],
    }) as unknown as Reader;
  const replicaForChecks = {
    all: async () => {
      if (beat.fault) throw beat.fault;
      return [{ in_recovery: beat.in_recovery, at: new Date(clock.now().getTime() - beat.lagMs) }];
    },
  } as unknown as Reader;
  const replica = {
    all: async () => {
      if (served.fault) throw served.fault;
      return ['replica'];
    },
  } as unknown as Reader;
  const bus = createLocalBus();
  const lags: (number | undefined)[] = [];
  const metrics = createMetrics({});
  vi.spyOn(metrics, 'set').mockImplementation((_name, seconds) => void lags.push(seconds));
  vi.spyOn(metrics, 'reset').mockImplementation(() => void lags.push(undefined));
  const { database, check } = joinReplica(
    { primary: answer('primary') as Database, replica, replicaForChecks, primaryForChecks: answer('') },
    { clock, log, bus, metrics },
  );
  const read = async (viewer: MemberId | null = ada): Promise<unknown> =>
    (await database.reader(viewer).all(composeStatement<unknown>('select')))[0];
  const readsAfter = async (change: Partial<typeof beat>): Promise<unknown> => {
    Object.assign(beat, change);
    await check();
    return read();
  };
  return { clock, bus, database, served, events, lags, check, read, readsAfter };
}

/** Sets up a node that has run for long enough to hear of all recent changes. */
function setUpRunning() {
  const parts = setUp();
  parts.clock.move(10_100);
  return parts;
}

describe('a replica', () => {
  it('is read once a check has found it well', async () => {
    const { check, read, events } = setUpRunning();
    expect(await read()).toBe('primary');
    await check();
    expect([await read(), await read(null), events]).toEqual(['replica', 'replica', ['replica.used']]);
  });

  it.each([
    ['lags by more than five seconds', { lagMs: 5_001 }, { lagMs: 4_900 }],
    ['has a heartbeat from the future', { lagMs: -60_000 }, { lagMs: 0 }],
    ['was promoted', { in_recovery: false }, { in_recovery: true }],
    ['does not answer', { fault: new Error('connect ECONNREFUSED') }, { fault: undefined }],
  ])('that %s is not read, until it has been well for 30 s', async (_how, lost, well) => {
    const { clock, events, check, readsAfter, read } = setUpRunning();
    await check();
    expect(await readsAfter(lost)).toBe('primary');
    clock.move(60_000);
    expect(await readsAfter({})).toBe('primary');
    expect(await readsAfter(well)).toBe('primary');
    clock.move(29_900);
    expect(await readsAfter({})).toBe('primary');
    // A fault in between starts the 30 s again.
    expect(await readsAfter(lost)).toBe('primary');
    expect(await readsAfter(well)).toBe('primary');
    clock.move(29_900);
    expect(await readsAfter({})).toBe('primary');
    expect(events).toEqual(['replica.used', 'replica.lost']);
    clock.move(200);
    await check();
    expect([await read(), events]).toEqual(['replica', ['replica.used', 'replica.lost', 'replica.used']]);
  });

  it('shows how far it lags, as long as that is known', async () => {
    const { readsAfter, lags } = setUpRunning();
    for (const change of [
      {},
      { lagMs: 61_000 },
      { in_recovery: false },
      { in_recovery: true, fault: new Error('gone') },
    ])
      await readsAfter(change);
    expect(lags).toEqual([1.2, 61, undefined, undefined]);
  });

  it('that cannot serve one read gives it to the primary, and stays in use after a conflict with the replay', async () => {
    const { check, read, served } = setUpRunning();
    await check();
    served.fault = conflict;
    expect(await read()).toBe('primary');
    served.fault = undefined;
    expect(await read()).toBe('replica');
  });

  it.each([
    ['breaks the connection', new Error('Connection terminated unexpectedly')],
    ['stops', stopping],
  ])('that %s during a read is lost at once', async (_how, fault) => {
    const { check, read, served, events } = setUpRunning();
    await check();
    served.fault = fault;
    expect(await read()).toBe('primary');
    served.fault = undefined;
    expect([await read(), events]).toEqual(['primary', ['replica.used', 'replica.lost']]);
  });

  it('is not read by members in the first ten seconds of a node, which others told of no change', async () => {
    const { clock, check, read } = setUp();
    await check();
    expect([await read(), await read(null)]).toEqual(['primary', 'replica']);
    clock.move(10_100);
    expect(await read()).toBe('replica');
  });

  it('stays in use when reads wait too long for a connection of the pool', async () => {
    const { check, read, served } = setUpRunning();
    await check();
    served.fault = new Error('timeout exceeded when trying to connect');
    expect(await read()).toBe('primary');
    served.fault = undefined;
    expect(await read()).toBe('replica');
  });

  it('is not read for ten seconds by members who changed something, or of whom that was missed', async () => {
    const { check, clock, bus, database, read } = setUpRunning();
    await check();
    database.announceChange(ada);
    expect([await read(ada), await read(bo), await read(null)]).toEqual(['primary', 'replica', 'replica']);
    clock.move(6_000);
    database.announceChange(ada);
    bus.announceChange(bo);
    clock.move(9_900);
    expect([await read(ada), await read(bo)]).toEqual(['primary', 'primary']);
    clock.move(200);
    expect([await read(ada), await read(bo)]).toEqual(['replica', 'replica']);
    bus.emitChange(null);
    expect([await read(ada), await read(null)]).toEqual(['primary', 'replica']);
    clock.move(10_100);
    expect(await read(ada)).toBe('replica');
  });
});

it('without a replica, reads use the database itself', async () => {
  const database = openDatabase({ host: '127.0.0.1' }, createLog('silent'));
  database.announceChange(ada);
  expect([database.reader(ada), database.reader(null)]).toEqual([database, database]);
  await database.close();
});
