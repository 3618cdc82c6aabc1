import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { balanceOf } from '../../credits/balance-of.ts';
import { storePicture } from '../../photos/store-picture.ts';
import { factsOf } from '../relationship.ts';
import { reserveConversation } from '../lock-pair.ts';
import { type Prices, barOf, pricesFor } from '../rules.ts';

export interface KeptPicture {
  id: string;
  conversationId: string;
  width: number;
  height: number;
}

/**
 * Keeps the picture of a message before its transaction: reading it takes long, and no lock may wait for that.
 * Null without a look at the picture when the member could not send it now; the transaction then says why, or gives
 * the answer of an earlier call again. Throws photo.type, photo.too-large, photo.unreadable, request.busy.
 */
export async function keepPicture(
  context: AppContext,
  memberId: string,
  otherId: string,
  bytes: Uint8Array,
  prices: Prices,
): Promise<KeptPicture | null> {
  const facts = await factsOf(context.database, memberId, otherId);
  if (!facts || barOf(facts)) return null;
  const price = pricesFor(prices, facts.fictional).photo_credits;
  if ((await balanceOf(context.database, memberId)) < price) return null;
  const conversationId = await reserveConversation(context.database, memberId, otherId);
  const id = randomUUID();
  const size = await storePicture(context, { kind: 'chat', id: conversationId }, id, bytes);
  return { id, conversationId, ...size };
}
