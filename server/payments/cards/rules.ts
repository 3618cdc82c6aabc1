import type { PaymentMethodId } from '../../../contract/payments/payment-methods.ts';
import type { StoredCard } from '../../../contract/payments/stored-cards.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import type { CardRow } from './queries.ts';

/** True if a card is past its last valid month, given as YYYY-MM. */
export function hasExpired(expires: string | null, now: Date): boolean {
  return expires !== null && expires < now.toISOString().slice(0, 7);
}

/** Returns the state of a card as shown to its member. Only a `valid` card can be charged. */
export function cardState({ state, expires }: Pick<CardRow, 'state' | 'expires'>, now: Date): StoredCard['state'] {
  if (state === 'pending') return 'pending';
  if (state !== 'valid') return 'invalid';
  return hasExpired(expires, now) ? 'expired' : 'valid';
}

export function isChargeable(
  card: Pick<CardRow, 'state' | 'expires' | 'method'>,
  method: PaymentMethodId,
  now: Date,
): boolean {
  return card.method === method && cardState(card, now) === 'valid';
}

const shortestMs = minuteMs;
const longestMs = 6 * hourMs;
const givenUpMs = 30 * dayMs;

/** Returns how long to wait before asking again about a mandate that is being confirmed; undefined after 30 days. */
export function askAgainInMs(ageMs: number): number | undefined {
  if (ageMs > givenUpMs) return undefined;
  return Math.min(longestMs, Math.max(shortestMs, ageMs / 2));
}
