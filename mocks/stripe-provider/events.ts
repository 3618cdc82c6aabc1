import { createHmac } from 'node:crypto';

import type { Delivery, Letter } from '../shared/webhooks.ts';
import { randomId } from '../shared/ids.ts';
import {
  findObject,
  type Sandbox,
  type StoredIntent,
  type StoredObject,
  type StoredPayment,
  type StoredSession,
} from './types.ts';

const apiVersion = '2026-10-28.endive';
const rememberedEvents = 10_000;

function writeEvent(sandbox: Sandbox, type: string, object: StoredObject): { id: string; body: string } {
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

export function sign(body: string, secret: string, milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Returns a function that writes an attempt to deliver an event, signed at the time of the attempt. */
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

const intentEvents: Readonly<Partial<Record<StoredIntent['status'], string>>> = {
  canceled: 'payment_intent.canceled',
  processing: 'payment_intent.processing',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
  succeeded: 'payment_intent.succeeded',
};

/** Returns the event of a session, if it has one. `late`: the bank has answered after days. */
function sessionEvent(session: StoredSession, intent: StoredIntent | undefined, late: boolean): string | undefined {
  if (session.status === 'open') return undefined;
  if (session.status === 'expired') return 'checkout.session.expired';
  if (intent?.status === 'requires_payment_method') return 'checkout.session.async_payment_failed';
  return late ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed';
}

/** Returns the events about the outcome of a payment: about the charge, the intent, and finally the session. */
export function listOutcomeEvents(
  sandbox: Sandbox,
  payment: StoredPayment,
  late = false,
): [type: string, object: StoredObject][] {
  const { store } = sandbox;
  const intent =
    payment.object === 'payment_intent' ? payment : findObject(store, 'payment_intent', payment.payment_intent);
  const charge = findObject(store, 'charge', intent?.latest_charge ?? null);
  const isPaid = intent?.status === 'succeeded';
  const ofIntent = intent && intentEvents[intent.status];
  const ofSession = payment.object === 'checkout.session' ? sessionEvent(payment, intent, late) : undefined;
  return [
    ...(isPaid && charge ? [['charge.succeeded', charge] as [string, StoredObject]] : []),
    ...(intent && ofIntent ? [[ofIntent, intent] as [string, StoredObject]] : []),
    ...(ofSession === undefined ? [] : [[ofSession, payment] as [string, StoredObject]]),
  ];
}

type Shown = Record<string, unknown>;

/**
 * Presents an object as the API does. `expand` names the ids to replace with the objects themselves, such as
 * `payment_intent.latest_charge`.
 */
export function present(sandbox: Sandbox, object: StoredObject, expand: readonly string[] = []): Shown {
  const shown: Shown = { ...object };
  delete shown['sandbox'];
  if (object.object === 'checkout.session') {
    shown['url'] = object.status === 'open' ? `${sandbox.address}/pay/${object.id}` : null;
  }
  if (object.object === 'payment_intent') {
    const url = `${sandbox.address}/pay/${object.id}`;
    shown['next_action'] =
      object.status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: object.sandbox.returnUrl } }
        : null;
  }
  const names = new Set(expand.map((path) => path.split('.')[0] ?? ''));
  for (const name of names) {
    const inner = expand.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    const id = shown[name];
    const other = typeof id === 'string' ? sandbox.store.objects.get(id) : undefined;
    if (other) shown[name] = present(sandbox, other, inner);
  }
  return shown;
}

export function presentList(
  sandbox: Sandbox,
  url: string,
  objects: readonly StoredObject[],
  options: { expand: readonly string[]; hasMore: boolean },
) {
  const expand = options.expand.filter((path) => path.startsWith('data.')).map((path) => path.slice('data.'.length));
  return {
    object: 'list',
    url,
    has_more: options.hasMore,
    data: objects.map((object) => present(sandbox, object, expand)),
  };
}
