import { setTimeout as wait } from 'node:timers/promises';

import { callOnce, persist } from './client.ts';
import type { Cut } from './database-proxy.ts';
import { limitMs } from './patience.ts';
import type { Random } from './random.ts';
import { type RoundContext, reportViolation } from './round-context.ts';
import type { Environment } from './environment.ts';
import type { TestMember } from './model.ts';

/** A fault and the number of the call that triggers it. */
export type PlannedFault = { at: number } & (
  | { what: 'app' | 'postgres' }
  | { what: 'sockets'; share: number }
  | { what: 'cut'; cut: Cut; skip: number; statement?: string }
);

/** The number of injected faults, and the longest recovery: the time until a write was acknowledged again. */
export interface InjectedFaults {
  app: number;
  postgres: number;
  sockets: number;
  recoveryMs: { app: number; postgres: number };
}

export const noFaults = (): InjectedFaults => ({
  app: 0,
  postgres: 0,
  sockets: 0,
  recoveryMs: { app: 0, postgres: 0 },
});

/** Statements that run only a few times in a round, in transactions that must be atomic. */
const rareStatements = ['payments.insert-receipt-number', 'payments.insert-withdrawal', 'payments.cancel-payment'];

/** Draws the faults of a round of about `calls` calls. With `everything`, each kind occurs at least once. */
export function planFaults(random: Random, calls: number, everything: boolean): PlannedFault[] {
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
    ...rareStatements.map((statement) => ({
      what: 'cut' as const,
      cut: random.pick(['before', 'after'] as const),
      skip: random.between(0, 2),
      statement,
      at: 1,
    })),
  ];
}

/** Injects one fault. After a kill, resolves when a write is acknowledged again. */
export async function injectFault(
  context: RoundContext,
  probe: TestMember,
  fault: PlannedFault,
  injected: InjectedFaults,
): Promise<void> {
  const { environment, model } = context;
  if (fault.what === 'cut') return environment.databaseProxy.arm(fault.cut, fault.skip, fault.statement);
  if (fault.what === 'sockets') {
    const count = Math.ceil(fault.share * model.members.length);
    for (const member of model.members.slice(0, count)) member.view.cut();
    injected.sockets += count;
    return;
  }
  const began = performance.now();
  if (fault.what === 'app') await environment.app.kill();
  else await killPostgres(environment);
  injected[fault.what] += 1;
  await untilWritable(context, probe);
  injected.recoveryMs[fault.what] = Math.max(injected.recoveryMs[fault.what], performance.now() - began);
}

/** Kills PostgreSQL and waits for a new postmaster; leftover processes of the old one may still answer for a moment. */
async function killPostgres(environment: Environment): Promise<void> {
  const before = await postmaster(environment);
  await environment.killPostgres();
  while ((await postmaster(environment)) === before) await wait(20);
}

async function postmaster(environment: Environment): Promise<string> {
  const [row] = await environment.sql<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  return row?.pid ?? '';
}

async function untilWritable(context: RoundContext, probe: TestMember): Promise<void> {
  const { outcome } = await persist(() =>
    callOnce(
      context.environment.app.address,
      'updateUser',
      { language: 'en' },
      { token: probe.token, hangUpMs: limitMs(5_000) },
    ),
  );
  if (!outcome?.ok) reportViolation(context, 'recovery', 'no write was acknowledged for a minute');
}
