import Stripe from 'stripe';

import { inSpan } from '../../platform/monitoring/trace.ts';
import { isRefusal } from '../provider-responses.ts';
import { ProviderFault, type SignedWebhook } from '../provider.ts';

/** Opens Stripe's own client for the API at `url`, by default the real one. It never retries and sends no telemetry. */
export function openStripe(options: { url: string | null; apiKey: string; timeout: number }): Stripe {
  const place = options.url === null ? undefined : new URL(options.url);
  return new Stripe(options.apiKey, {
    ...(place && {
      protocol: place.protocol === 'http:' ? 'http' : 'https',
      host: place.hostname,
      port: place.port || (place.protocol === 'http:' ? 80 : 443),
    }),
    timeout: options.timeout,
    maxNetworkRetries: 0,
    telemetry: false,
    // Stripe's default Node client retries a call whose connection closed, even with retries turned off.
    httpClient: Stripe.createFetchHttpClient((...given: Parameters<typeof fetch>) =>
      inSpan('stripe', () => fetch(...given), { kind: 'CLIENT' }),
    ),
  });
}

export async function ask<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStripeFault(error);
  }
}

export async function find<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
    throw toStripeFault(error);
  }
}

const keysPerOrder = 3;

/**
 * Creates an object once. The provider replays the first response to a key for a day, even a failure of its own, which
 * makes the key useless: then the next key is used, unless `findMade` finds the object. Throws what the client throws.
 */
export async function createOnce<T>(
  key: string,
  create: (options: { idempotencyKey: string }) => Promise<T>,
  findMade: () => Promise<T | undefined> = async () => undefined,
): Promise<T> {
  for (let turn = 1; turn <= keysPerOrder; turn += 1) {
    try {
      return await create({ idempotencyKey: turn === 1 ? key : `${key}-${turn}` });
    } catch (error) {
      if (!isKeptFailure(error)) throw error;
      const found = await findMade();
      if (found !== undefined) return found;
    }
  }
  throw new ProviderFault('unknown', 'each key has failed at the provider');
}

function isKeptFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 0) < 500) return false;
  return (error.headers as Record<string, string> | undefined)?.['idempotent-replayed'] === 'true';
}

export async function* listAll<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pages;
  } catch (error) {
    throw toStripeFault(error);
  }
}

/** Translates an error of the client. Its message may name a buyer, so the fault has only the codes. */
export function toStripeFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new ProviderFault('unknown', error instanceof Error ? error.name : 'no error');
  }
  const { statusCode: status = 0, type, code, param, decline_code: reason } = error;
  // The key was used with another request, so the first request created something.
  const isReused = error instanceof Stripe.errors.StripeIdempotencyError;
  const refused = isRefusal(status) && !isReused;
  const facts = [`status ${status}`, type, code, reason].filter((part) => part !== undefined && part !== '');
  const isCustomerGone = refused && code === 'resource_missing' && param === 'customer';
  return new ProviderFault(refused ? 'refused' : 'unknown', facts.join(', '), isCustomerGone);
}

const maxAgeSeconds = 300;

const subjects: Readonly<Record<string, string>> = {
  'checkout.session': 'id',
  payment_intent: 'id',
  charge: 'payment_intent',
  refund: 'payment_intent',
  dispute: 'payment_intent',
};

/** Reads a webhook signed at most 300 s ago. The event's name is ignored, because the object may have changed since. */
export function readSignedWebhook(
  body: string,
  signature: string,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): SignedWebhook {
  let reason = 'there is no secret to check it with';
  for (const secret of secrets) {
    try {
      const { signature: check } = Stripe.webhooks;
      const isRight = check?.verifyHeader(body, signature, secret, maxAgeSeconds, undefined, now.getTime());
      if (isRight === true) return { signed: true, id: findSubject(body) };
    } catch (error) {
      // The message quotes neither the body nor the secret.
      reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'unknown';
    }
  }
  return { signed: false, reason };
}

function findSubject(body: string): string | null {
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
