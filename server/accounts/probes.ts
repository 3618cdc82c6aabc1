import { Failure } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import { networkOf, placeOf, probeLimits, widen } from './attempt-rules.ts';
import { type Counted, keyed, takeAttempt, waitForAttempt } from './attempts.ts';
import { emailKey } from './email-rules.ts';

/**
 * Refuses a caller who asked too often whether addresses have an account, before anything is looked up, so that the
 * refusal tells nothing. Throws request.too-many.
 */
export async function guardProbes(call: Call, email: string): Promise<void> {
  const now = call.context.clock.now();
  for (const counted of limitsOf(call, email)) {
    const wait = await waitForAttempt(call.context, counted, now);
    if (wait > 0) tooMany(wait);
  }
}

/**
 * Counts an answer that tells whether an address has an account. Of answers that race, no more than the limits allow
 * get through; the others throw request.too-many.
 */
export async function countProbe(call: Call, email: string): Promise<void> {
  const now = call.context.clock.now();
  await call.context.database.transaction(async (tx) => {
    for (const counted of limitsOf(call, email)) {
      const wait = await takeAttempt(tx, counted, now);
      if (wait > 0) tooMany(wait);
    }
  });
}

function limitsOf(call: Call, email: string): Counted[] {
  const { context, ip } = call;
  const factor = context.config.rateLimitFactor;
  const place = keyed(context, placeOf(ip));
  return [
    { limit: widen(probeLimits.address, factor), subject: place },
    { limit: widen(probeLimits.network, factor), subject: keyed(context, networkOf(ip)) },
    { limit: widen(probeLimits.account, factor), subject: keyed(context, emailKey(email)), place },
  ];
}

function tooMany(waitMs: number): never {
  throw new Failure('request.too-many', { retry_after: Math.ceil(waitMs / 1_000) });
}
