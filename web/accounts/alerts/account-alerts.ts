import { type QueryClient, useQueryClient } from '@tanstack/react-query';

import type { AccountAlert } from '../../../contract/accounts/dismissed.ts';
import { call } from '../../platform/calls/call.ts';
import { type User, userQuery } from '../../platform/calls/queries.ts';

/** True if the member dismissed an alert about their account; also true if no member is known. */
export function hasDismissed(queries: QueryClient, name: AccountAlert): boolean {
  return queries.getQueryData(userQuery.queryKey)?.alerts_dismissed.includes(name) ?? true;
}

/** Dismisses alerts about the account for good, or lets them be shown again. The page does not wait for the server. */
export function setDismissed(queries: QueryClient, alerts: readonly AccountAlert[], dismissed: boolean): void {
  if (alerts.length === 0) return;
  queries.setQueryData(userQuery.queryKey, (user) => {
    if (!user) return user;
    const others = user.alerts_dismissed.filter((name) => !alerts.includes(name));
    return { ...user, alerts_dismissed: dismissed ? [...others, ...alerts] : others };
  });
  // The page may be left at once. Not worth an error: at worst it is shown once more.
  void call('dismissAlerts', { alerts: [...alerts], dismissed }, { keepalive: true }).catch(() => undefined);
}

export function useDismiss(): (name: AccountAlert) => void {
  const queries = useQueryClient();
  return (name) => setDismissed(queries, [name], true);
}

/** True if mails to the address to be confirmed bounce: the one that the member asked for, or else the account's. */
export function isRefused(user: Pick<User, 'address_failed' | 'email_asked' | 'email_asked_refused'>): boolean {
  return user.email_asked === null ? user.address_failed : user.email_asked_refused;
}

/** Returns the name under which the alert about stopped mails is dismissed; a failed address has a name of its own. */
export function mailsOffAlert(user: Pick<User, 'address_failed'>): AccountAlert {
  return user.address_failed ? 'bounced-mail' : 'disabled-notifications';
}
