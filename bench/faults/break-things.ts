import { setTimeout as wait } from 'node:timers/promises';

import { callOnce, persist } from './client.ts';
import type { Cut } from './database-proxy.ts';
import type { Random } from './random.ts';
import { type Scene, accuse } from './scene.ts';
import type { Stage } from './stage.ts';
import type { Person } from './story.ts';

/** What breaks during a round, and when: at the call of a member with that number. */
export type Breakage = { at: number } & (
  | { what: 'app' | 'postgres' }
  | { what: 'sockets'; share: number }
  | { what: 'cut'; cut: Cut; skip: number }
);

/** Longest times until a write was acknowledged again, and how often things were killed. */
export interface Damage {
  app: number;
  postgres: number;
  sockets: number;
  recoveryMs: { app: number; postgres: number };
}

export const noDamage = (): Damage => ({ app: 0, postgres: 0, sockets: 0, recoveryMs: { app: 0, postgres: 0 } });

/** Draws what breaks in a round of about `calls` calls. With `everything`, each kind at least once. */
export function planBreakages(random: Random, calls: number, everything: boolean): Breakage[] {
  const at = (): number => random.between(Math.ceil(calls * 0.1), Math.floor(calls * 0.8));
  const times = (most: number): number => random.between(everything ? 1 : 0, most);
  const some = <T extends object>(most: number, make: () => T): (T & { at: number })[] =>
    Array.from({ length: times(most) }, () => ({ at: at(), ...make() }));
  return [
    ...some(1, () => ({ what: 'app' as const })),
    ...some(1, () => ({ what: 'postgres' as const })),
    ...some(3, () => ({ what: 'sockets' as const, share: random.next() })),
    ...(['before', 'after', 'commit'] as const).flatMap((cut) =>
      some(3, () => ({ what: 'cut' as const, cut, skip: random.between(0, cut === 'commit' ? 3 : 24) })),
    ),
  ];
}

/** Breaks one thing. Resolves when it works again, as far as it can be told. */
export async function breakIt(scene: Scene, probe: Person, breakage: Breakage, damage: Damage): Promise<void> {
  const { stage, story } = scene;
  if (breakage.what === 'cut') return stage.databaseProxy.arm(breakage.cut, breakage.skip);
  if (breakage.what === 'sockets') {
    const count = Math.ceil(breakage.share * story.people.length);
    for (const person of story.people.slice(0, count)) person.view.cut();
    damage.sockets += count;
    return;
  }
  const began = performance.now();
  if (breakage.what === 'app') await stage.app.kill();
  else await killPostgres(stage);
  damage[breakage.what] += 1;
  await untilWritable(scene, probe);
  damage.recoveryMs[breakage.what] = Math.max(damage.recoveryMs[breakage.what], performance.now() - began);
}

/** Ends PostgreSQL and waits for the next one: what is left of the old one may still answer for a moment. */
async function killPostgres(stage: Stage): Promise<void> {
  const before = await postmaster(stage);
  await stage.killPostgres();
  while ((await postmaster(stage)) === before) await wait(20);
}

async function postmaster(stage: Stage): Promise<string> {
  const [row] = await stage.sql<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
  return row?.pid ?? '';
}

async function untilWritable(scene: Scene, probe: Person): Promise<void> {
  const { outcome } = await persist(() =>
    callOnce(scene.stage.app.address, 'updateUser', { language: 'en' }, { token: probe.token, hangUpMs: 5_000 }),
  );
  if (!outcome?.ok) accuse(scene, 'recovery', 'nothing could be written for a minute');
}
