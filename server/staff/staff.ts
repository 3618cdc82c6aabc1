import { randomUUID } from 'node:crypto';

import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findDecider, insertAct } from './queries.ts';

/** Somebody of the staff. Only `identifyStaff` makes one for the commands, never a word that was typed with them. */
export interface Staff {
  /** In the form in which identities are compared. */
  who: string;
  /** The account of the machine by which they came: their own, or root. */
  account: string;
}

/** What a command of the desk works with, beside the rest of its context: who gives it. */
export interface AtDesk {
  staff: Staff;
}

/** What staff do at the desk, as it is recorded. */
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
  /** What was acted on: a number, an id, a code, or a hash; never a text of a member. */
  about?: string | undefined;
  detail?: string | undefined;
  /** The decision that a closing contests, where the complaint does not name it. */
  contests?: string | undefined;
}

/**
 * Records an act of staff in its transaction: who, what, about what and when. What only looks is recorded and committed
 * before anything is shown. Throws `desk_acts_second_decision` where somebody closes an objection to a decision of theirs.
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

/** Whether somebody took part in one of these decisions. */
export async function hasDecided(tx: Transaction, { who }: Staff, numbers: readonly string[]): Promise<boolean> {
  return (await tx.first(findDecider, { numbers, who })) !== undefined;
}
