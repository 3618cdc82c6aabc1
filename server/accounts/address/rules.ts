import { mailChangeHours, mailRevertHours } from '../../../contract/accounts/limits.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { emailKey, deriveDiscreetEmailKey } from '../email-rules.ts';
import type { AccountRow } from '../queries.ts';
import type { MailChangeRow } from './queries.ts';

/** Returns the change that waits for its link to be used, unless the link has expired. */
export function openChange(changes: readonly MailChangeRow[], now: Date): MailChangeRow | undefined {
  return changes.find(
    ({ done_at: at, asked_at: asked }) => at === null && after(asked, mailChangeHours * hourMs) > now,
  );
}

/**
 * Whether an account may use a link about a change of its address. An account pending deletion may only undo a change.
 */
export function admitsLink(status: AccountRow['status'], isUndo: boolean): boolean {
  return status === 'active' || status === 'not_confirmed' || (isUndo && status === 'pending_deletion');
}

/** When a change counts as done: later than every earlier change, so that their order is never in doubt. */
export function doneAt(changes: readonly MailChangeRow[], now: Date): Date {
  const last = Math.max(...changes.map(({ done_at: at }) => (at ? at.getTime() + 1 : 0)), now.getTime());
  return new Date(last);
}

export interface Undoing {
  email: string;
  /**
   * Passkeys added from then on are removed. An intruder may add a passkey before changing the address, so this lies
   * as long before the request as the owner has to undo the change.
   */
  since: Date;
  /** Ids of the changes to delete: the undone one, all later ones, and a pending one. */
  gone: readonly string[];
  /** Earlier changes, which their owners can still undo. */
  earlier: readonly MailChangeRow[];
  /** Addresses to release. */
  freed: readonly string[];
}

/**
 * Computes the effect of undoing one change: later changes go with it, and earlier ones stay for their owners.
 * `changes` are in the order of `listMailChanges`. Undefined if the change is not done, or was already undone.
 */
export function computeUndoing(changes: readonly MailChangeRow[], changeId: string): Undoing | undefined {
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
 * Computes the effect of an ordinary change back to an earlier owner's address: it undoes what that owner's link would
 * undo. Nobody who had the account in between may keep a link for longer. Undefined for any other address.
 */
export function returningTo(changes: readonly MailChangeRow[], newEmail: string): Undoing | undefined {
  const key = emailKey(newEmail);
  const own = changes.find(({ old_email: old, done_at: at }) => at !== null && emailKey(old) === key);
  return own && computeUndoing(changes, own.change_id);
}

/** Every key under which addresses may be stored for members of a site, which may have become discreet later. */
export function listEmailKeys(site: string, emails: readonly string[]): string[] {
  return emails.flatMap((email) => [emailKey(email), deriveDiscreetEmailKey(site, email)]);
}
