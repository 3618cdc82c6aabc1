import { giftIds } from '../../../contract/chat/gifts.ts';
import type { Handler } from '../../platform/handler.ts';
import { giftPrices } from '../gifts.data.ts';

/** Lists the gifts and their prices in credits, cheapest first (specification, section 2). */
export const listGifts: Handler<'listGifts'> = async () => ({
  gifts: giftIds.map((id) => ({ id, credits: giftPrices[id] })).sort((one, other) => one.credits - other.credits),
});
