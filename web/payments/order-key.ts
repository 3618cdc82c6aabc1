import { newKey } from '../idempotency-key.ts';
import type { RefusedOrder } from './order-action.ts';

const name = 'tealight.order-key';

/**
 * The key of the next order in this tab, the same until the server has decided about an order: whoever gets no answer
 * and tries again, even after a reload, still makes one order.
 */
export function orderKey(): string {
  const key = readKey() ?? newKey();
  try {
    sessionStorage.setItem(name, key);
  } catch {
    // Storage is forbidden: then the key lasts as long as the page.
  }
  return key;
}

function readKey(): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The next order is another one. */
export function forgetOrderKey(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

/** Whether the server decided against the order. After any other failure it may have been placed. */
export function isDecided({ failure }: RefusedOrder): boolean {
  return !failure.error.startsWith('request.');
}
