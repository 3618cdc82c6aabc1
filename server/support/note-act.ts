import { randomUUID } from 'node:crypto';

import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertAct } from './queries.ts';

/** What staff do at the desk. */
export type DeskAct = 'list' | 'show' | 'answer' | 'close' | 'measure' | 'lift' | 'departures' | 'copy';

/** Notes an act of staff, in its transaction: who, what, and about what, never a text. */
export async function noteAct(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  act: { who: string; act: DeskAct; number: string | null; detail: string },
): Promise<void> {
  await tx.run(insertAct, { actId: randomUUID(), ...act, now: clock.now() });
}
