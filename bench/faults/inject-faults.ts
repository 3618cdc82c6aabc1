import { call, limitMs } from './client.ts';
import type { Cut } from './database-proxy.ts';
import type { RoundContext, TestMember } from './model.ts';
import type { Random } from './random.ts';

export type PlannedFault = { at: number } & (
  | { what: 'app' | 'postgres' }
  | { what: 'sockets'; share: number }
  | { what: 'cut'; cut: Cut; skip: number; statement?: string }
);

export type InjectedFaults = ReturnType<typeof noFaults>;

/** Counts no fault yet. The longest recovery is the time until a write was acknowledged again. */
export const noFaults = () => ({
  app: 0,
  postgres: 0,
  sockets: 0,
  recoveryMs: { app: 0, postgres: 0 },
});

/** Statements that run only a few times in a round, in transactions that must be atomic. */
const rareStatements = ['payments.insert-receipt-number', 'payments.insert-withdrawal', 'payments.cancel-payment'];

/** Plans the faults of a round. With `everything`, each kind occurs at least once. */
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

/** Injects a fault. After a kill, it resolves when a write is acknowledged again. */
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
  else await environment.killPostgres();
  injected[fault.what] += 1;
  const options = { token: probe.token, hangUpMs: limitMs(5_000) };
  const outcome = await call(environment.app.address, 'updateUser', { language: 'en' }, options);
  if (!outcome?.ok) model.report('recovery', 'no write was acknowledged for a minute');
  injected.recoveryMs[fault.what] = Math.max(injected.recoveryMs[fault.what], performance.now() - began);
}
