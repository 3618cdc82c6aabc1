import pg from 'pg';

import { type BenchApp, startApp } from './lib/app.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { insertMembers } from './lib/fill-members.ts';
import { cpuSeconds } from './lib/cpu-time.ts';
import { type Reconnect, type SimulatedTabs, openSimulatedTabs } from './lib/simulated-tabs.ts';

/** SIGTERM closes sockets with a code that spreads the reconnects. After SIGKILL all clients reconnect at once. */
const endings = { SIGTERM: 'restart', SIGKILL: 'crash' } as const;
type Ending = keyof typeof endings;

interface Recovery {
  app: BenchApp;
  figures: Figure[];
}

/** Stops and restarts the app under open sockets. The clients reconnect and catch up as our page does. */
export const bench: Bench = {
  question: 'How do open tabs reconnect after a restart, and how soon have all caught up?',
  run: async ({ flags, print }) => {
    const count = Number(flags['sockets'] ?? 10_000);
    const database = await startBenchDatabase('reconnect');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const members = await insertMembers(pool, count, 0);
    await pool.end();
    let app = await startApp(database.url);
    const tabs = await openSimulatedTabs(app, members);
    print(`  ${count} tabs are open`);
    const figures: Figure[] = [];
    for (const ending of Object.keys(endings) as Ending[]) {
      const recovery = await recover({ app, tabs, ending, url: database.url });
      figures.push(...recovery.figures);
      app = recovery.app;
      print(`  ${endings[ending]}: all have reconnected`);
    }
    tabs.close();
    await app.stop();
    await database.stop();
    return { figures, notes: [`${count} tabs, each makes three calls after reconnecting`] };
  },
};

interface Before {
  app: BenchApp;
  tabs: SimulatedTabs;
  ending: Ending;
  url: string;
}

async function recover({ app: old, tabs, ending, url }: Before): Promise<Recovery> {
  const endedAt = performance.now();
  const reconnected = tabs.allReconnected();
  if (ending === 'SIGKILL') process.kill(old.pid, ending);
  await old.stop();
  const app = await startApp(url, { env: { PORT: `${old.port}` } });
  const use = watchCpuUse(app.pid);
  const startedAt = performance.now();
  const reconnects = await reconnected;
  return { app, figures: buildFigures(endings[ending], { endedAt, startedAt, reconnects, use: use.stop() }) };
}

/** Processor time used by a process in an interval of about a second, both in seconds. */
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
  const caughtUpAt = Math.max(...reconnects.map((one) => one.caughtUpAt));
  const seconds = (ms: number): number => ms / 1_000;
  return [
    { name: `${kind}: downtime`, value: seconds(startedAt - endedAt), unit: 's' },
    { name: `${kind}: all have caught up`, value: seconds(caughtUpAt - endedAt), unit: 's', goal: { atMost: 60 } },
    {
      name: `${kind}: calls that had to be repeated`,
      value: sum(reconnects.map(({ failures }) => failures)),
      unit: '',
    },
    { name: `${kind}: reconnects in the busiest second`, value: Math.max(...perSecond(reconnects)), unit: 'tabs' },
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

function perSecond(reconnects: readonly Reconnect[]): number[] {
  const counts = new Map<number, number>();
  for (const { openedAt } of reconnects) {
    const second = Math.floor(openedAt / 1_000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts.values()];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
