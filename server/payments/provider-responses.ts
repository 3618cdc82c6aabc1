import { toId } from '../../contract/platform/id.ts';
import { type PaymentReference, ProviderFault } from './provider.ts';

/** Returns a response that has the given shape. Any other shape is a fault; nothing is guessed. */
export function requireShape<T>(
  shape: { Check(response: unknown): response is T },
  response: unknown,
  part: string,
): T {
  if (!shape.Check(response)) throw unreadable(part);
  return response;
}

export function unreadable(part: string): ProviderFault {
  return new ProviderFault('unknown', `the response has no readable ${part}`);
}

/**
 * Returns undefined for an unreadable payment that names none of our orders, because other products may use the same
 * account. Throws `ProviderFault` if one of ours cannot be read.
 */
export function readOwn<Body, Read>(response: Body, read: (response: Body) => Read): Read | undefined {
  try {
    return read(response);
  } catch (error) {
    const { metadata, object, resource } = response as {
      metadata?: { payment_id?: unknown } | null;
      object?: unknown;
      resource?: unknown;
    };
    const isPayment = object === 'checkout.session' || resource === 'payment';
    if (!(error instanceof ProviderFault) || !isPayment || metadata?.payment_id !== undefined) throw error;
    return undefined;
  }
}

// The browser is redirected to this page, so only a web address is accepted.
export function readPage(href: string | null | undefined): string {
  const url = href && URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw unreadable('pay page');
  return url.href;
}

export function buildMetadata({ memberId, paymentId }: PaymentReference): Record<string, string> {
  return { member_id: memberId, payment_id: paymentId };
}

export function readReference(metadata: unknown): PaymentReference | null {
  const { member_id: memberId, payment_id: paymentId } = (metadata ?? {}) as Record<string, unknown>;
  if (typeof memberId !== 'string' || typeof paymentId !== 'string') return null;
  return { memberId: toId(memberId), paymentId: toId(paymentId) };
}

/** Returns the key of a refund from its metadata, as `ProviderReversal` has it. */
export function readRefundKey(metadata: unknown): string | null {
  if (readReference(metadata) === null) return null;
  const { key } = metadata as { key?: unknown };
  return typeof key === 'string' ? key : '';
}

// Busy, or another call with the same key is in progress: neither proves that no payment was created.
const inconclusive = new Set([408, 409, 425, 429]);

/** True if an HTTP status proves that the call created nothing. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !inconclusive.has(status);
}
