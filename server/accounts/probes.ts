import { toIpNetwork, toIpSource } from '../platform/addresses.ts';
import { Failure, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import { probeLimits, scaleLimit } from './attempt-rules.ts';
import { type CountedAttempt, derivePseudonym, takeAttempt, waitForAttempt } from './attempts.ts';
import { emailKey } from './email-rules.ts';

/**
 * Refuses a caller who probed too often whether addresses have an account. Runs before anything is looked up, so that the
 * refusal reveals nothing. Throws request.too-many.
 */
export async function guardProbes(call: Call, email: string): Promise<void> {
  const now = call.context.clock.now();
  for (const counted of limitsOf(call, email)) {
    const wait = await waitForAttempt(call.context.database, counted, now);
    if (wait > 0) refuseTooMany(wait);
  }
}

/**
 * Counts an answer that reveals whether an address has an account. When calls race, only as many as the limits allow
 * succeed; the others throw request.too-many.
 */
export async function countProbe(call: Call, email: string): Promise<void> {
  const now = call.context.clock.now();
  await call.context.database.transaction(async (tx) => {
    for (const counted of limitsOf(call, email)) {
      const wait = await takeAttempt(tx, counted, now);
      if (wait > 0) refuseTooMany(wait);
    }
  });
}

function limitsOf(call: Call, email: string): CountedAttempt[] {
  const { context, ip } = call;
  const factor = context.config.rateLimitFactor;
  const source = derivePseudonym(context, toIpSource(ip));
  return [
    { limit: scaleLimit(probeLimits.address, factor), subject: source },
    { limit: scaleLimit(probeLimits.network, factor), subject: derivePseudonym(context, toIpNetwork(ip)) },
    { limit: scaleLimit(probeLimits.account, factor), subject: derivePseudonym(context, emailKey(email)), source },
  ];
}

function refuseTooMany(waitMs: number): never {
  throw new Failure('request.too-many', retryAfter(waitMs));
}
