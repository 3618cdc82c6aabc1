import { newKey } from '../idempotency-key.ts';
import { keepInTab, readInTab } from '../tab-storage.ts';
import type { RefusedOrder } from './order-action.ts';

const name = 'tealight.order-key';

/**
 * The key of the next order in this tab, the same until the server has decided about an order: whoever gets no answer
 * and tries again, even after a reload, still makes one order.
 */
export function orderKey(): string {
  const key = readInTab(name) ?? newKey();
  // Where storage is forbidden, the key lasts as long as the page.
  keepInTab(name, key);
  return key;
}

/** The next order is another one. */
export function forgetOrderKey(): void {
  keepInTab(name, null);
}

/** Whether the server decided against the order. After any other failure it may have been placed. */
export function isDecided({ failure }: RefusedOrder): boolean {
  return !failure.error.startsWith('request.');
}
