import { newKey } from '../platform/idempotency-key.ts';
import { keepInTab, readInTab } from '../platform/tab-storage.ts';
import type { RefusedOrder } from './order-action.ts';

const name = 'tealight.order-key';

/**
 * The key of the next order in this tab. It stays the same until the server has decided about an order: retries after
 * a lost response, even after a reload, create only one order.
 */
export function orderKey(): string {
  const key = readInTab(name) ?? newKey();
  // If storage is forbidden, the key lasts as long as the page.
  keepInTab(name, key);
  return key;
}

/** Makes the next order a new one. */
export function forgetOrderKey(): void {
  keepInTab(name, null);
}

/** Whether the server rejected the order. After any other failure it may have been placed. */
export function isDecided({ failure }: RefusedOrder): boolean {
  return !failure.error.startsWith('request.');
}
