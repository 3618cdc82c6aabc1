import { randomUUID } from 'node:crypto';

import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findDecider, insertAct } from './queries.ts';

/** A staff member. For commands, only `identifyStaff` creates one; no argument can name somebody else. */
export interface Staff {
  /** Normalized by `parseIdentity`. */
  who: string;
  /** The account of the machine: their own, or root. */
  account: string;
}

/** The context of a command at the desk includes the staff member who runs it. */
export interface AtDesk {
  staff: Staff;
}

export type DeskAct =
  | 'list'
  | 'show'
  | 'answer'
  | 'close'
  | 'measure'
  | 'lift'
  | 'departures'
  | 'copy'
  | 'funnel'
  | `photos-${'list' | 'show' | 'approve'}`
  | `codes-${'list' | 'add' | 'end'}`
  | `networks-${'list' | 'add' | 'end'}`
  | `settings-${'set' | 'domain' | 'forget-secret'}`
  | `withdrawals-${'list' | 'paid' | 'ask' | 'close'}`
  | `mismatches-${'list' | 'accept' | 'pay' | 'paid'}`
  | `${'block' | 'unblock'}-${'iban' | 'phone' | 'debit'}`;

export interface StaffAct {
  act: DeskAct;
  /** The subject of the act: a number, an id, a code, or a hash; never a text of a member. */
  about?: string | undefined;
  detail?: string | undefined;
  /** The decision that a closing contests, if the complaint does not name it. */
  contests?: string | undefined;
}

/**
 * Records an act of staff in its transaction. Acts that only look are committed before anything is shown. Throws
 * `desk_acts_second_decision` if somebody closes an objection to their own decision.
 */
export async function recordAct(
  { clock, staff }: Pick<AppContext, 'clock'> & AtDesk,
  tx: Transaction,
  { act, about, detail = '', contests }: StaffAct,
): Promise<void> {
  await tx.run(insertAct, {
    actId: randomUUID(),
    ...staff,
    act,
    about: about ?? null,
    detail,
    contests: contests ?? null,
    now: clock.now(),
  });
}

/** True if the staff member took part in one of these decisions. */
export async function hasDecided(tx: Transaction, { who }: Staff, numbers: readonly string[]): Promise<boolean> {
  return (await tx.first(findDecider, { numbers, who })) !== undefined;
}
