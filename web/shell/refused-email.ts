import type { AccountAlert } from '../../contract/dismissed.ts';
import type { User } from '../queries.ts';

/** Whether e-mails to the account's address came back: then nothing more is on its way to it. */
export function isBounced({ notifications_stopped: stopped }: Pick<User, 'notifications_stopped'>): boolean {
  return stopped.some(({ reason }) => reason === 'bounce');
}

/** Whether the address that the member should confirm does not work: another one that they asked for, or the account's. */
export function isRefused(user: Pick<User, 'notifications_stopped' | 'email_asked' | 'email_asked_refused'>): boolean {
  return user.email_asked === null ? isBounced(user) : user.email_asked_refused;
}

/** The name under which the alert about stopped e-mails is dismissed: a lost address is told also after another reason. */
export function mailsOffAlert(user: Pick<User, 'notifications_stopped'>): AccountAlert {
  return isBounced(user) ? 'bounced-mail' : 'disabled-notifications';
}
