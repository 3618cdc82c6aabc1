import { newKey } from '../platform/calls/idempotency-key.ts';
import { readItem, setItem } from '../platform/storage/storage.ts';
import type { RefusedOrder } from './order-action.ts';

const name = 'tealight.order-key';

/**
 * Returns the key of this tab's next order, kept until the server has decided: retries, even after a reload, are one
 * order.
 */
export function orderKey(): string {
  const key = readItem('sessionStorage', name) ?? newKey();
  // If storage is forbidden, the key lasts as long as the page.
  setItem('sessionStorage', name, key);
  return key;
}

export function forgetOrderKey(): void {
  setItem('sessionStorage', name, null);
}

/** True if the server rejected the order. After any other failure it may have been placed. */
export function isDecided({ failure }: RefusedOrder): boolean {
  return !failure.error.startsWith('request.');
}

/** The mark in the address of an order that was placed earlier, at a price that has changed since. */
export const earlierFlag = 'earlier';
