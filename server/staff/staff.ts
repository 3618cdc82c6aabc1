import { randomUUID } from 'node:crypto';

import type { AppContext } from '../context.ts';
import type { StaffActName } from '../modules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findDecider, insertAct } from './queries.ts';

/** A staff member. For commands, only `identifyStaff` creates one; no argument can name somebody else. */
export interface Staff {
  who: string;
  /** The account of the machine: their own, or root. */
  account: string;
}

export interface ByStaff {
  staff: Staff;
}

/** The context of every command of staff. */
export type StaffContext = AppContext & ByStaff;

export interface StaffAct {
  act: StaffActName;
  /** The subject of the act: a number, an id, a code, or a hash; never a text of a member. */
  about?: string | undefined;
  detail?: string | undefined;
  /** The decision that a closing contests, if the complaint does not name it. */
  contests?: string | undefined;
}

/**
 * Records an act of staff in its transaction. Acts that only look are committed before anything is shown. Throws
 * `staff_acts_second_decision` if somebody closes an objection to their own decision.
 */
export async function recordAct(
  { clock, staff }: Pick<AppContext, 'clock'> & ByStaff,
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

export async function hasDecided(tx: Transaction, { who }: Staff, numbers: readonly string[]): Promise<boolean> {
  return (await tx.first(findDecider, { numbers, who })) !== undefined;
}

interface Login {
  account: { username: string };
  /** Root, and the one account of a container. */
  isShared: boolean;
  /** The user behind sudo; trusted only for a shared account, because anyone else can make it up. */
  sudoUser: string | undefined;
  staffUser: string | null;
}

/**
 * Finds out who acts; throws if nobody is identified. A shared account could pose as anybody, so it is trusted: it acts
 * as the account that called sudo, or else as `STAFF_USER`, as in a container without personal accounts. Others act
 * under their own account.
 */
export function identifyStaff({ account: { username }, isShared, sudoUser, staffUser }: Login): Staff {
  const named = staffUser === null ? undefined : parseIdentity(staffUser);
  const own = parseIdentity(isShared ? (sudoUser ?? '') : username);
  if (own !== undefined && own !== 'root') {
    if (named !== undefined && named !== own)
      throw new Error(`STAFF_USER names ${named}, but you are ${own} on this machine. Use your own account.`);
    return { who: own, account: username };
  }
  if (isShared && named !== undefined && named !== 'root') return { who: named, account: username };
  throw new Error(
    'The command has to know who acts. Use an account of your own on this machine, or sudo from it; where all share one, as in a container, set STAFF_USER.',
  );
}

/** Normalizes a name for comparison and storage; undefined if it is not a valid identity. */
export function parseIdentity(name: string): string | undefined {
  const form = name.trim().normalize('NFKC').toLowerCase();
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.@\\$+-]{0,63}$/u.test(form) ? form : undefined;
}
