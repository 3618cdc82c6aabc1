import { createHmac } from 'node:crypto';
import type { Delivery, Letter } from '../shared/webhooks.ts';
import { randomId } from './ids.ts';
import { present } from './present.ts';
import type { Sandbox, StoredObject, StoredPayment } from './types.ts';

export const apiVersion = '2026-10-28.endive';
const rememberedEvents = 10_000;

/** An event about an object as it is now, as a text: what a webhook posts. */
export function writeEvent(sandbox: Sandbox, type: string, object: StoredObject): { id: string; body: string } {
  const id = randomId('evt');
  const body = JSON.stringify({
    id,
    object: 'event',
    api_version: apiVersion,
    created: Math.floor(sandbox.now() / 1000),
    data: { object: present(sandbox, object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
  return { id, body };
}

/** The signature of a webhook: its time, and a keyed hash of time and body. */
export function sign(body: string, secret: string, milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Writes the attempts to deliver an event, each signed at its own time. */
export function eventWriter(events: ReadonlyMap<string, string>, secret: string, now: () => number) {
  return (id: string): Letter => {
    const body = events.get(id) ?? '{}';
    return {
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': sign(body, secret, now()) },
    };
  };
}

/** Sends an event in the background if webhooks are wanted; `times` in parallel. Resolves after the first attempts. */
export function emit(sandbox: Sandbox, type: string, object: StoredObject, times = 1, delay = 0): Promise<Delivery[]> {
  const url = sandbox.webhookUrl();
  if (url === null || times === 0) return Promise.resolve([]);
  const { id, body } = writeEvent(sandbox, type, object);
  sandbox.events.set(id, body);
  const [oldest] = sandbox.events.keys();
  if (sandbox.events.size > rememberedEvents && oldest !== undefined) sandbox.events.delete(oldest);
  return sandbox.webhooks.send(id, url, times, delay);
}

/** The event that tells what became of a payment. */
export function eventOf(payment: StoredPayment): string {
  if (payment.object === 'payment_intent') {
    if (payment.status === 'processing') return 'payment_intent.processing';
    return payment.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
  }
  if (payment.status === 'expired') return 'checkout.session.expired';
  return payment.payment_status === 'paid' || payment.payment_intent === null
    ? 'checkout.session.completed'
    : 'checkout.session.async_payment_failed';
}
