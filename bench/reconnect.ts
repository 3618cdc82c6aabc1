import pg from 'pg';

import { type BenchApp, startApp } from './lib/app.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { fillMembers } from './lib/fill-members.ts';
import { cpuSeconds } from './lib/cpu-time.ts';
import { type Return, type Tabs, openTabs } from './lib/simulated-tabs.ts';

/** A stop says goodbye and spreads its clients; a crash says nothing, and they come at once. */
const endings = { SIGTERM: 'restart', SIGKILL: 'crash' } as const;
type Ending = keyof typeof endings;

interface Recovery {
  app: BenchApp;
  figures: Figure[];
}

/** The app ends under its open sockets and starts again; they come back as our page does, and fetch what it would. */
export const bench: Bench = {
  question: 'How do the members of open tabs come back after a restart, and how soon have all caught up?',
  run: async ({ flags, say }) => {
    const count = Number(flags['sockets'] ?? 10_000);
    const database = await startBenchDatabase('come-back');
    const pool = new pg.Pool({ ...database.connection, max: 1 });
    const members = await fillMembers(pool, count, 0);
    await pool.end();
    let app = await startApp(database.url);
    const tabs = await openTabs(app, members);
    say(`  ${count} tabs are open`);
    const figures: Figure[] = [];
    for (const ending of Object.keys(endings) as Ending[]) {
      const recovery = await recover({ app, tabs, ending, url: database.url });
      figures.push(...recovery.figures);
      app = recovery.app;
      say(`  ${endings[ending]}: all are back`);
    }
    tabs.close();
    await app.stop();
    await database.stop();
    return { figures, notes: [`${count} tabs, each with three calls once it is back`] };
  },
};

interface Before {
  app: BenchApp;
  tabs: Tabs;
  ending: Ending;
  url: string;
}

async function recover({ app: old, tabs, ending, url }: Before): Promise<Recovery> {
  const endedAt = performance.now();
  const back = tabs.back();
  if (ending === 'SIGKILL') process.kill(old.pid, ending);
  await old.stop();
  const app = await startApp(url, { env: { PORT: `${old.port}` } });
  const use = watchUse(app.pid);
  const startedAt = performance.now();
  const returns = await back;
  return { app, figures: figuresOf(endings[ending], { endedAt, startedAt, returns, use: use.stop() }) };
}

/** What a process used of a core in about a second. */
interface Use {
  seconds: number;
  used: number;
}

function watchUse(pid: number): { stop(): Use[] } {
  const all: Use[] = [];
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
  returns: readonly Return[];
  use: readonly Use[];
}

function figuresOf(kind: string, { endedAt, startedAt, returns, use }: Times): Figure[] {
  const used = sum(use.map((one) => one.used));
  const caughtUpAt = Math.max(...returns.map((one) => one.caughtUpAt));
  const seconds = (ms: number): number => ms / 1_000;
  return [
    { name: `${kind}: away for`, value: seconds(startedAt - endedAt), unit: 's' },
    { name: `${kind}: all have caught up`, value: seconds(caughtUpAt - endedAt), unit: 's', goal: { atMost: 60 } },
    { name: `${kind}: calls that had to be repeated`, value: sum(returns.map(({ failures }) => failures)), unit: '' },
    { name: `${kind}: came back in the busiest second`, value: Math.max(...perSecond(returns)), unit: 'tabs' },
    {
      name: `${kind}: the app meanwhile`,
      value: used / sum(use.map((one) => one.seconds)),
      unit: 'of a core',
      ...(kind === 'restart' && { goal: { atMost: 0.9 } }),
    },
    { name: `${kind}: processor of the app a tab`, value: (used * 1_000) / returns.length, unit: 'ms' },
    {
      name: `${kind}: the app in its busiest second`,
      value: Math.max(...use.map((one) => one.used / one.seconds)),
      unit: 'of a core',
    },
  ];
}

function perSecond(returns: readonly Return[]): number[] {
  const counts = new Map<number, number>();
  for (const { openedAt } of returns) {
    const second = Math.floor(openedAt / 1_000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return [...counts.values()];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
