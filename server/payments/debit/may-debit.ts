import { loadBalance } from '../../credits/load-balance.ts';
import type { Call } from '../../platform/handler.ts';
import { isOff } from '../providers.ts';
import { directDebit } from '../rules.ts';
import { isMemberBlocked } from './subjects.ts';

/** Whether the site takes direct debits: it needs a creditor and a way to send codes. */
export function takesDebits({ context, site }: Pick<Call, 'context' | 'site'>): boolean {
  return context.sms !== null && site.debit.creditorId !== null && !isOff(site.paymentProviders, directDebit);
}

/** Whether a member may pay by direct debit: not with a debt, and not while they are blocked. */
export async function mayDebit({ context }: Pick<Call, 'context'>, memberId: string): Promise<boolean> {
  const [balance, isBlocked] = await Promise.all([
    loadBalance(context.database, memberId),
    isMemberBlocked(context.database, memberId),
  ]);
  return balance >= 0 && !isBlocked;
}
