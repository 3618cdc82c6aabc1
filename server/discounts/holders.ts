import { createHmac } from 'node:crypto';

import { mailboxOf } from '../accounts/email-rules.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Buyer, Discount } from './discount.ts';
import { findHolder, listClaims } from './queries.ts';

function holderOf(context: Pick<AppContext, 'secret'>, text: string): string {
  return createHmac('sha256', context.secret).update(`discounts ${text}`).digest('base64url').slice(0, 32);
}

/** A member's mailbox as a holder. A discreet site keeps its members apart from those of other sites. */
export function mailboxHolder({ context, site, member }: Buyer): string {
  const place = site.settings.account_discretion ? site.key : '';
  return holderOf(context, `mailbox ${place} ${mailboxOf(member.email)}`);
}

/** A means of payment as a holder: the instrument of a stored card, or an IBAN. */
export function instrumentHolder(context: Pick<AppContext, 'secret'>, instrument: string): string {
  return holderOf(context, `instrument ${instrument.replaceAll(/\s/g, '').toUpperCase()}`);
}

/** Whether an order that was paid by this card or account has used up a discount. */
export async function usedByInstrument(
  reader: Reader,
  context: Pick<AppContext, 'secret'>,
  slot: string,
  instrument: string,
): Promise<boolean> {
  return (await reader.first(findHolder, { holder: instrumentHolder(context, instrument), slot })) !== undefined;
}

/** Whether a member has used up a discount; of one that is for once also another account with the same mailbox. */
export async function isUsedUp(
  reader: Reader,
  buyer: Buyer,
  { slot, memberUsesMax }: Pick<Discount, 'slot' | 'memberUsesMax'>,
): Promise<boolean> {
  const claims = await reader.all(listClaims, { memberId: buyer.member.id });
  if (claims.filter((claim) => claim.slot === slot).length >= memberUsesMax) return true;
  return memberUsesMax === 1 && (await reader.first(findHolder, { holder: mailboxHolder(buyer), slot })) !== undefined;
}
