import type { ClientActionFunctionArgs } from 'react-router';

import type { RefusedOrder } from './order-action.ts';
import { forgetOrderKey, isDecided } from './order-key.ts';

/** Sends an order. Without a response the confirmation stays open, so that the same order can be sent again. */
export async function orderClientAction({ serverAction }: ClientActionFunctionArgs): Promise<RefusedOrder> {
  try {
    const refused = await serverAction<RefusedOrder>();
    if (isDecided(refused)) forgetOrderKey();
    return refused;
  } catch (error) {
    if (error instanceof Error) return { failure: { error: 'request.failed', message: error.message } };
    // The order was placed: continue to the pay page.
    if (error instanceof Response) forgetOrderKey();
    throw error;
  }
}
