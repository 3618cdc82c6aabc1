import Stripe from 'stripe';

import { ProviderFault } from '../provider.ts';

// Busy, or another call with the same key is in progress: neither proves that no payment was created.
const inconclusive = new Set([408, 409, 425, 429]);

/** Stripe's own client for the API at `url`, by default the real one. It never retries and sends no telemetry. */
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
    httpClient: Stripe.createFetchHttpClient(),
  });
}

/** Awaits a call. Throws `ProviderFault` and nothing else. */
export async function ask<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStripeFault(error);
  }
}

/** Awaits a call about one object; undefined if the object does not exist. */
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
 * Creates an object once, under a key. The provider replays the first response to a key for a day, even a failure of
 * its own, which makes that key useless. The next key is used then, unless `findMade` finds the object created all the
 * same. Throws what the client throws.
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

/** All items of a list, across its pages. */
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
  const refused = status >= 400 && status < 500 && !inconclusive.has(status) && !isReused;
  const facts = [`status ${status}`, type, code, reason].filter((part) => part !== undefined && part !== '');
  const isCustomerGone = refused && code === 'resource_missing' && param === 'customer';
  return new ProviderFault(refused ? 'refused' : 'unknown', facts.join(', '), isCustomerGone);
}
