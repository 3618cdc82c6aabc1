import Stripe from 'stripe';

import type { SignedNotice } from '../provider.ts';

const maxAgeSeconds = 300;

/** The objects that are about a payment, each with the field that holds the payment's id. */
const subjects: Readonly<Record<string, string>> = {
  'checkout.session': 'id',
  payment_intent: 'id',
  charge: 'payment_intent',
  refund: 'payment_intent',
  dispute: 'payment_intent',
};

/**
 * Reads a webhook that was signed with one of the secrets at most 300 s ago. The payment's id is read from the object;
 * the name of the event is ignored, because the object may have changed since.
 */
export function readSignedNotice(
  body: string,
  signature: string,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): SignedNotice {
  let reason = 'there is no secret to check it with';
  for (const secret of secrets) {
    try {
      const { signature: check } = Stripe.webhooks;
      const isRight = check?.verifyHeader(body, signature, secret, maxAgeSeconds, undefined, now.getTime());
      if (isRight === true) return { signed: true, id: subjectOf(body) };
    } catch (error) {
      // The message quotes neither the body nor the secret.
      reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'unknown';
    }
  }
  return { signed: false, reason };
}

function subjectOf(body: string): string | null {
  const event = parse(body) as { data?: { object?: Record<string, unknown> } } | null;
  const object = event?.data?.object;
  const field = typeof object?.['object'] === 'string' ? subjects[object['object']] : undefined;
  const id = field === undefined ? undefined : object?.[field];
  return typeof id === 'string' ? id : null;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Signed, but about no object that we know.
    return null;
  }
}
