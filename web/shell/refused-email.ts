import type { AccountAlert } from '../../contract/dismissed.ts';
import type { User } from '../queries.ts';

/** Whether the address that the member should confirm does not work: another one that they asked for, or the account's. */
export function isRefused(user: Pick<User, 'address_failed' | 'email_asked' | 'email_asked_refused'>): boolean {
  return user.email_asked === null ? user.address_failed : user.email_asked_refused;
}

/** The name under which the alert about stopped e-mails is dismissed: a lost address is told also after another reason. */
export function mailsOffAlert(user: Pick<User, 'address_failed'>): AccountAlert {
  return user.address_failed ? 'bounced-mail' : 'disabled-notifications';
}
