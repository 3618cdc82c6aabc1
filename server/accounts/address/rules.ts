import { mailChangeHours, mailRevertHours } from '../../../contract/accounts/limits.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { emailKey } from '../../mail/address.ts';
import { deriveDiscreetEmailKey } from '../find-account.ts';
import type { AccountRow } from '../queries.ts';
import type { MailChangeRow } from './queries.ts';

export function openChange(changes: readonly MailChangeRow[], now: Date): MailChangeRow | undefined {
  return changes.find(({ done_at: at, asked_at: asked }) => at === null && asked > openSince(now));
}

/** Returns the time after which a change was requested if it is still open. */
export const openSince = (now: Date): Date => after(now, -mailChangeHours * hourMs);

/** Lets an account pending deletion only undo a change. */
export function admitsLink(status: AccountRow['status'], isUndo: boolean): boolean {
  return status === 'active' || status === 'not_confirmed' || (isUndo && status === 'pending_deletion');
}

/** Returns a time after every earlier change, so that their order is never in doubt. */
export function doneAt(changes: readonly MailChangeRow[], now: Date): Date {
  const last = Math.max(...changes.map(({ done_at: at }) => (at ? at.getTime() + 1 : 0)), now.getTime());
  return new Date(last);
}

export interface Undoing {
  email: string;
  /** Passkeys added since then are removed. An intruder may add one first, so this precedes the request. */
  since: Date;
  /** Ids of the changes to delete: the undone one, all later ones, and a pending one. */
  gone: readonly string[];
  /** Earlier changes, which their owners can still undo. */
  earlier: readonly MailChangeRow[];
  freed: readonly string[];
}

/**
 * Computes what undoing a change restores and removes; undefined if the change was not completed, or is undone.
 * `changes` are ordered as in `listMailChanges`.
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

/** Returns what a change back to an earlier owner's address undoes, as that owner's link would; nobody keeps a link. */
export function computeReturn(changes: readonly MailChangeRow[], newEmail: string): Undoing | undefined {
  const key = emailKey(newEmail);
  const own = changes.find(({ old_email: old, done_at: at }) => at !== null && emailKey(old) === key);
  return own && computeUndoing(changes, own.change_id);
}

/** Includes both kinds of key, because a site may have become discreet later. */
export function listEmailKeys(site: string, emails: readonly string[]): string[] {
  return emails.flatMap((email) => [emailKey(email), deriveDiscreetEmailKey(site, email)]);
}
