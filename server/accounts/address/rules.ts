import { mailChangeHours, mailRevertHours } from '../../../contract/limits.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { emailKey, emailKeyOf } from '../email-rules.ts';
import type { AccountRow } from '../queries.ts';
import type { MailChangeRow } from './queries.ts';

/** The change that waits for its link to be used, if that still works. */
export function openChange(changes: readonly MailChangeRow[], now: Date): MailChangeRow | undefined {
  return changes.find(
    ({ done_at: at, asked_at: asked }) => at === null && after(asked, mailChangeHours * hourMs) > now,
  );
}

/** Whether an account lets a link about a change of its address be used: one that was ended, only to undo a change. */
export function admitsLink(status: AccountRow['status'], isUndo: boolean): boolean {
  return status === 'active' || status === 'not_confirmed' || (isUndo && status === 'pending_deletion');
}

/** When a change counts as done: after every earlier one, so that their order is never in doubt. */
export function doneAt(changes: readonly MailChangeRow[], now: Date): Date {
  const last = Math.max(...changes.map(({ done_at: at }) => (at ? at.getTime() + 1 : 0)), now.getTime());
  return new Date(last);
}

export interface Undoing {
  /** The address that comes back. */
  email: string;
  /**
   * Passkeys from then on go with the change. Whoever takes an account may add one before the address is theirs, so it is
   * as long before the change was asked for as its owner has to undo it.
   */
  since: Date;
  /** The changes that are no more: the one that is undone, all later ones, and one that waits. */
  gone: readonly string[];
  /** The earlier changes, which their owners can still undo. */
  earlier: readonly MailChangeRow[];
  /** Addresses that become free. */
  freed: readonly string[];
}

/**
 * What undoing one change comes to, with the list in its order: later ones go with it, and earlier ones stay for their own
 * owners. Undefined if it is not done, or was undone with an earlier one.
 */
export function undoingOf(changes: readonly MailChangeRow[], changeId: string): Undoing | undefined {
  const index = changes.findIndex(({ change_id: id }) => id === changeId);
  const change = changes[index];
  if (!change?.done_at) return undefined;
  const [earlier, later] = [changes.slice(0, index), changes.slice(index)];
  const staying = new Set([change, ...earlier].map(({ old_email: email }) => emailKey(email)));
  return {
    email: change.old_email,
    since: after(change.asked_at, -mailRevertHours * hourMs),
    gone: later.map(({ change_id: id }) => id),
    earlier,
    freed: later.map(({ new_email: email }) => email).filter((email) => !staying.has(emailKey(email))),
  };
}

/**
 * What going back to an earlier owner's address comes to, by a change like any other: what their link would have undone is
 * undone. Nobody who had the account in between may keep a link for longer than they. Undefined for any other address.
 */
export function returningTo(changes: readonly MailChangeRow[], newEmail: string): Undoing | undefined {
  const key = emailKey(newEmail);
  const own = changes.find(({ old_email: old, done_at: at }) => at !== null && emailKey(old) === key);
  return own && undoingOf(changes, own.change_id);
}

/** Every key under which an address can be stored for members of a site, which may have become discreet later. */
export function keysOf(site: string, emails: readonly string[]): string[] {
  return emails.flatMap((email) => [emailKey(email), emailKeyOf(site, email)]);
}
