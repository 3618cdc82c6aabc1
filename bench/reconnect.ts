import { setTimeout as wait } from 'node:timers/promises';

import type { WebSocket } from 'ws';

import { getEndpoint } from '../contract/calls.ts';
import { reconnectDelayMs, reconnectSpreadMs } from '../contract/live/reconnect.ts';
import { readRetriesMax } from '../contract/platform/limits.ts';
import { startApp } from './lib/app.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { buildSessionCookie, openConnection, openTab, type Place } from './lib/clients.ts';
import { startMembers, type BenchMember } from './lib/fill-members.ts';
import { cpuSeconds } from './lib/measure.ts';

/** SIGTERM closes sockets with a code that spreads the reconnects. After SIGKILL all clients reconnect at once. */
const endings = { SIGTERM: 'restart', SIGKILL: 'crash' } as const;
type Ending = keyof typeof endings;

export const bench: Bench = {
  question: 'How do open tabs reconnect after a restart, and how soon have all caught up?',
  run: async ({ flags, print }) => {
    const count = Number(flags['sockets'] ?? 10_000);
    const { database, members } = await startMembers('reconnect', count, 0);
    let app = await startApp(database.url);
    const tabs = await openSimulatedTabs(app, members);
    print(`  ${count} tabs are open`);
    const figures: Figure[] = [];
    for (const ending of Object.keys(endings) as Ending[]) {
      const endedAt = performance.now();
      const reconnected = tabs.allReconnected();
      if (ending === 'SIGKILL') process.kill(app.pid, ending);
      await app.stop();
      app = await startApp(database.url, { env: { PORT: `${app.port}` } });
      const use = watchCpuUse(app.pid);
      const startedAt = performance.now();
      const reconnects = await reconnected;
      figures.push(...buildFigures(endings[ending], { endedAt, startedAt, reconnects, use: use.stop() }));
      print(`  ${endings[ending]}: all have reconnected`);
    }
    tabs.close();
    await app.stop();
    await database.stop();
    return { figures, notes: [`${count} tabs, each makes three calls after reconnecting`] };
  },
};

interface CpuUse {
  seconds: number;
  used: number;
}

function watchCpuUse(pid: number): { stop(): CpuUse[] } {
  const all: CpuUse[] = [];
  let last: { at: number; used: number } | undefined;
  const look = async (): Promise<void> => {
    const now = { at: performance.now() / 1_000, used: (await cpuSeconds(pid)) ?? Number.NaN };
    if (last) all.push({ seconds: now.at - last.at, used: now.used - last.used });
    last = now;
  };
  void look();
  const timer = setInterval(() => void look(), 1_000);
  return {
    stop: () => {
      clearInterval(timer);
      return all;
    },
  };
}

interface Times {
  endedAt: number;
  startedAt: number;
  reconnects: readonly Reconnect[];
  use: readonly CpuUse[];
}

function buildFigures(kind: string, { endedAt, startedAt, reconnects, use }: Times): Figure[] {
  const used = sum(use.map((one) => one.used));
  const perSecond = new Map<number, number>();
  for (const second of reconnects.map((one) => Math.floor(one.openedAt / 1_000)))
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  const caughtUpAt = Math.max(...reconnects.map((one) => one.caughtUpAt));
  return [
    { name: `${kind}: downtime`, value: (startedAt - endedAt) / 1_000, unit: 's' },
    { name: `${kind}: all have caught up`, value: (caughtUpAt - endedAt) / 1_000, unit: 's', goal: { atMost: 60 } },
    {
      name: `${kind}: calls that had to be repeated`,
      value: sum(reconnects.map(({ failures }) => failures)),
      unit: '',
    },
    { name: `${kind}: reconnects in the busiest second`, value: Math.max(...perSecond.values()), unit: 'tabs' },
    {
      name: `${kind}: load of the app meanwhile`,
      value: used / sum(use.map((one) => one.seconds)),
      unit: 'of a core',
      ...(kind === 'restart' && { goal: { atMost: 0.9 } }),
    },
    { name: `${kind}: processor time of the app per tab`, value: (used * 1_000) / reconnects.length, unit: 'ms' },
    {
      name: `${kind}: load of the app in its busiest second`,
      value: Math.max(...use.map((one) => one.used / one.seconds)),
      unit: 'of a core',
    },
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Reconnect {
  openedAt: number;
  caughtUpAt: number;
  failures: number;
}

const openingAtOnce = 200;
const fetched = (['getUser', 'listChats', 'listLikes'] as const).map((name) => getEndpoint(name).path);

/** Opens tabs that behave like our page: they reconnect with the same delays and then catch up. */
export async function openSimulatedTabs(place: Place, members: readonly BenchMember[]) {
  const sockets = new Set<WebSocket>();
  let ended = false;
  const reconnects = new Map<BenchMember, Reconnect>();
  let waiting: { resolve(all: Reconnect[]): void; reject(error: unknown): void } | undefined;

  function connect(member: BenchMember, onReady: () => void, attempt = 0): void {
    const socket = openTab(place, member);
    let tries = attempt;
    sockets.add(socket);
    // A close event follows every error and leads to the next attempt.
    socket.on('error', () => undefined);
    socket.once('message', () => {
      tries = 0;
      onReady();
    });
    socket.on('close', (code, reason) => {
      sockets.delete(socket);
      if (ended) return;
      const onReady = (): void => void onReconnected(member).catch((error: unknown) => waiting?.reject(error));
      const again = (): void => connect(member, onReady, tries + 1);
      setTimeout(
        again,
        reconnectDelayMs(tries, Math.random()) + reconnectSpreadMs(code, reason.toString()) * Math.random(),
      );
    });
  }

  async function onReconnected(member: BenchMember): Promise<void> {
    const openedAt = performance.now();
    const failures = await catchUp(place, member);
    reconnects.set(member, { openedAt, caughtUpAt: performance.now(), failures });
    if (reconnects.size === members.length) waiting?.resolve([...reconnects.values()]);
  }

  const open = (member: BenchMember): Promise<void> => new Promise((resolve) => connect(member, resolve));
  for (let at = 0; at < members.length; at += openingAtOnce)
    await Promise.all(members.slice(at, at + openingAtOnce).map(open));
  return {
    allReconnected: () =>
      new Promise<Reconnect[]>((resolve, reject) => {
        reconnects.clear();
        waiting = { resolve, reject };
      }),
    close: () => {
      ended = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** Returns the number of failed attempts. */
async function catchUp(place: Place, member: BenchMember): Promise<number> {
  for (let failures = 0; ; failures += 1)
    try {
      await fetchAll(place, member);
      return failures;
    } catch (error) {
      if (failures >= readRetriesMax) throw error;
      await wait(1_000 * 2 ** failures);
    }
}

async function fetchAll(place: Place, member: BenchMember): Promise<void> {
  const connection = await openConnection(place);
  try {
    for (const path of fetched) {
      const { status } = await connection.get(path, buildSessionCookie(member));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  } finally {
    connection.close();
  }
}
