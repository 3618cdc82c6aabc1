import type { AccountAlert } from '../../contract/accounts/dismissed.ts';
import type { User } from '../platform/queries.ts';

/** True if emails to the address to be confirmed bounce: the one that the member asked for, or else the account's. */
export function isRefused(user: Pick<User, 'address_failed' | 'email_asked' | 'email_asked_refused'>): boolean {
  return user.email_asked === null ? user.address_failed : user.email_asked_refused;
}

/** The name under which the alert about stopped emails is dismissed; a failed address has a name of its own. */
export function mailsOffAlert(user: Pick<User, 'address_failed'>): AccountAlert {
  return user.address_failed ? 'bounced-mail' : 'disabled-notifications';
}
