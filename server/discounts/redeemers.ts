import { createHmac } from 'node:crypto';

import { deriveMailbox } from '../mail/address.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Buyer, Discount } from './discount.ts';
import { findRedeemer, listClaims } from './queries.ts';

function hashRedeemer(context: Pick<AppContext, 'secret'>, text: string): string {
  return createHmac('sha256', context.secret).update(`discounts ${text}`).digest('base64url').slice(0, 32);
}

/** Returns the hash of a member's mailbox. On a discreet site it differs from that of other sites. */
export function deriveMailboxRedeemer({ context, site, member }: Buyer): string {
  const place = site.settings.account_discretion ? site.key : '';
  return hashRedeemer(context, `mailbox ${place} ${deriveMailbox(member.email)}`);
}

export function deriveInstrumentRedeemer(context: Pick<AppContext, 'secret'>, instrument: string): string {
  return hashRedeemer(context, `instrument ${instrument.replaceAll(/\s/g, '').toUpperCase()}`);
}

export async function isUsedByInstrument(
  reader: Reader,
  context: Pick<AppContext, 'secret'>,
  slot: string,
  instrument: string,
): Promise<boolean> {
  return (
    (await reader.first(findRedeemer, { redeemer: deriveInstrumentRedeemer(context, instrument), slot })) !== undefined
  );
}

/** True if a member has used up a discount, or another account with the same mailbox a one-time one. */
export async function isUsedUp(
  reader: Reader,
  buyer: Buyer,
  { slot, memberUsesMax }: Pick<Discount, 'slot' | 'memberUsesMax'>,
): Promise<boolean> {
  const claims = await reader.all(listClaims, { memberId: buyer.member.id });
  if (claims.filter((claim) => claim.slot === slot).length >= memberUsesMax) return true;
  return (
    memberUsesMax === 1 &&
    (await reader.first(findRedeemer, { redeemer: deriveMailboxRedeemer(buyer), slot })) !== undefined
  );
}
