import Stripe from 'stripe';

import { dayMs } from '../../platform/clock.ts';
import { eeaCountries } from '../debit/sepa.data.ts';
import {
  type Money,
  type PaymentProvider,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderReversal,
  ProviderFault,
} from '../provider.ts';
import { buildMetadata, readOwn } from '../provider-responses.ts';
import {
  type ReadPayment,
  intentParts,
  isDirect,
  readCustomer,
  readDispute,
  readIntent,
  readMandate,
  readRefund,
  readSession,
  readSetup,
  sessionParts,
  originKey,
} from './read-stripe.ts';
import { ask, createOnce, toStripeFault, find, listAll, openStripe, readSignedWebhook } from './stripe-call.ts';
import { stripeMethods } from './stripe-methods.data.ts';
import type { Language } from '../../../contract/platform/languages.ts';

const defaultTimeoutMs = 10_000;
const pageSize = 100;
/** A session expires automatically after this time; a charge that waits for the buyer's bank does not. */
const bankWaitMs = dayMs;

/**
 * Creates an adapter for Stripe, at `url` in tests; each call times out after `timeout` ms. `now` is the clock. A
 * payment on Stripe's page is a Checkout Session, which has an id from the start; a charge of a stored card is a
 * PaymentIntent.
 */
export function createStripe(options: {
  url: string | null;
  apiKey: string;
  webhookSecrets: readonly string[];
  now: () => Date;
  timeout?: number;
}): PaymentProvider {
  const { webhookSecrets: secrets, now: clock, timeout = defaultTimeoutMs } = options;
  const stripe = openStripe({ ...options, timeout });

  return {
    name: 'stripe',
    mode: /^[sr]k_live_/.test(options.apiKey) ? 'live' : 'test',
    isPaymentId: (text) => /^(?:cs_(?:test|live)_|pi_)[A-Za-z0-9]{1,100}$/.test(text),
    readSignedWebhook: (body, signature, now) => readSignedWebhook(body, signature, { secrets, now }),
    createPayment: async (order) => {
      if (order.sequence === 'recurring') return charge(stripe, order);
      // The buyer never saw the page of a session whose creation failed.
      const create = (key: Stripe.RequestOptions) => stripe.checkout.sessions.create(buildSessionParams(order), key);
      return readSession(await ask(createOnce(order.key, create))).payment;
    },
    fetchPayment: async (id) => {
      const found = await findPayment(stripe, id);
      const current = found && isStale(found, clock()) ? await endCharge(stripe, found) : found;
      return current && addReversals(stripe, current);
    },
    cancelPayment: async (id) => {
      if (id.startsWith('cs_')) await ask(stripe.checkout.sessions.expire(id));
      else await ask(stripe.paymentIntents.cancel(id));
    },
    listMethods: (money, country) => listMethods(stripe, money, country),
    refundPayment: async (id, { key, money, description, reference }) => {
      const intent = (await findPayment(stripe, id))?.intent;
      // Only paid payments are refunded, so a response without a charge is outdated, and the call has to be repeated.
      if (!intent) throw new ProviderFault('unknown', 'the response says that nothing was paid');
      const metadata = { ...buildMetadata(reference), description, key };
      const refund = { payment_intent: intent, amount: money.minor, metadata };
      const made = createOnce(
        key,
        (request) => stripe.refunds.create(refund, request),
        () => findByMetadata(stripe.refunds.list({ payment_intent: intent, limit: pageSize }), { key }),
      );
      return readRefund(await ask(made), money.currency).id;
    },
    createCustomer: async ({ key, memberId, language }) => {
      const customer = { preferred_locales: [getLocale(language)], metadata: { member_id: memberId } };
      return readCustomer(await ask(createOnce(key, (request) => stripe.customers.create(customer, request))));
    },
    deleteCustomer: async (customer) => {
      await find(stripe.customers.del(customer));
    },
    listMandates: async (customer) => (await find(listStoredMethods(stripe, customer)))?.map(readMandate) ?? [],
    revokeMandate: (customer, mandate) => revoke(stripe, customer, mandate),
    // Any other account needs the buyer's address, which we do not ask for.
    debitsFrom: (country) => eeaCountries.includes(country),
    createDebitMandate: async (customer, { key, iban, holder, email, reference, signedOn }) => {
      const setup: Stripe.SetupIntentCreateParams = {
        customer,
        confirm: true,
        usage: 'off_session',
        allowed_payment_method_types: ['sepa_debit'],
        payment_method_data: { type: 'sepa_debit', sepa_debit: { iban }, billing_details: { name: holder, email } },
        // The buyer signed on our page; we keep the text and the proof.
        mandate_data: {
          customer_acceptance: { type: 'offline', offline: {}, accepted_at: Math.floor(signedOn.getTime() / 1_000) },
        },
        metadata: { mandate_reference: reference },
        expand: ['payment_method'],
      };
      return readSetup(await ask(createOnce(key, (request) => stripe.setupIntents.create(setup, request))));
    },
    listPayments: (from) => listPayments(stripe, from),
  };
}

/** Charges a stored payment instrument. A declined card is a failed payment, not a fault. */
async function charge(stripe: Stripe, order: ProviderOrder): Promise<ProviderPayment> {
  try {
    const { customer, reference } = order;
    const made = await createOnce(
      order.key,
      (options) => stripe.paymentIntents.create(buildChargeParams(order), options),
      () =>
        findByMetadata(
          stripe.paymentIntents.list({ customer: customer ?? '', limit: pageSize, expand: toListPaths(intentParts) }),
          buildMetadata(reference),
        ),
    );
    return readIntent(made).payment;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
      return readIntent(error.payment_intent).payment;
    }
    throw toStripeFault(error);
  }
}

async function findByMetadata<T extends { metadata: Stripe.Metadata | null }>(
  pages: AsyncIterable<T>,
  wanted: Record<string, string>,
): Promise<T | undefined> {
  for await (const one of pages) {
    if (Object.entries(wanted).every(([name, value]) => one.metadata?.[name] === value)) return one;
  }
  return undefined;
}

function isStale({ payment: { state, payPage, id, createdAt } }: ReadPayment, now: Date): boolean {
  if (state !== 'open' || payPage === null || !id.startsWith('pi_') || createdAt === null) return false;
  return now.getTime() - createdAt.getTime() > bankWaitMs;
}

/** Ends a charge that waits for the buyer's bank. If the buyer was faster, it stays as it is. */
async function endCharge(stripe: Stripe, read: ReadPayment): Promise<ReadPayment> {
  try {
    return readIntent(await stripe.paymentIntents.cancel(read.payment.id, { expand: intentParts }));
  } catch (error) {
    const fault = toStripeFault(error);
    if (fault.outcome === 'unknown') throw fault;
    return read;
  }
}

/** Finds a payment by the id of its session or intent; a payment with a session always has the session's id. */
async function findPayment(stripe: Stripe, id: string): Promise<ReadPayment | undefined> {
  if (id.startsWith('cs_')) {
    const session = await find(stripe.checkout.sessions.retrieve(id, { expand: sessionParts }));
    const read = session && readOwn(session, readSession);
    return read && mustBeAbout(id, read);
  }
  const intent = await find(stripe.paymentIntents.retrieve(id, { expand: intentParts }));
  if (!intent) return undefined;
  if (isDirect(intent)) return mustBeAbout(id, readIntent(intent));
  const { data } = await ask(
    stripe.checkout.sessions.list({ payment_intent: id, limit: 1, expand: toListPaths(sessionParts) }),
  );
  return data[0] && readOwn(data[0], readSession);
}

function mustBeAbout(id: string, read: ReadPayment): ReadPayment {
  if (read.payment.id !== id) throw new ProviderFault('unknown', 'the response is about another payment');
  return read;
}

async function addReversals(stripe: Stripe, { payment, intent, isPaid }: ReadPayment): Promise<ProviderPayment> {
  const reversals: ProviderReversal[] = [];
  if (isPaid && intent !== null) {
    const { currency } = payment.money;
    const of = { payment_intent: intent, limit: pageSize };
    for await (const refund of listAll(stripe.refunds.list(of))) reversals.push(readRefund(refund, currency));
    for await (const one of listAll(stripe.disputes.list(of))) {
      const dispute = readDispute(one, payment.money);
      if (dispute) reversals.push(dispute);
    }
  }
  const sum = (wanted: ProviderReversal['kind']) =>
    reversals.reduce((total, { kind, minor, undone }) => total + (kind === wanted && !undone ? minor : 0), 0);
  return { ...payment, refundedMinor: sum('refund'), chargedBackMinor: sum('chargeback'), reversals };
}

/**
 * Lists the methods switched on in the account. Amount and country are checked here: Stripe checks them only in a
 * session.
 */
async function listMethods(stripe: Stripe, money: Money, country: string): Promise<string[]> {
  const { data } = await ask(stripe.paymentMethodConfigurations.list({ limit: pageSize }));
  const own = data.find(({ is_default: isDefault, active }) => isDefault && active);
  if (!own) return [];
  const switches = own as unknown as Record<string, { available?: boolean } | undefined>;
  return Object.entries(stripeMethods)
    .filter(([name, { amounts, countries, within = name }]) => {
      const range = amounts[money.currency];
      const fits = range !== undefined && money.minor >= range[0] && money.minor <= range[1];
      const isOn = switches[name]?.available === true && switches[within]?.available === true;
      return fits && isOn && (countries === null || countries.includes(country));
    })
    .map(([name]) => name);
}

const toListPaths = (parts: readonly string[]): string[] => parts.map((part) => `data.${part}`);

async function listStoredMethods(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod[]> {
  const all: Stripe.PaymentMethod[] = [];
  for await (const one of stripe.customers.listPaymentMethods(customer, { limit: pageSize })) all.push(one);
  return all;
}

/** Detaches a stored payment instrument. Stripe refuses to detach it twice, which is no fault. */
async function revoke(stripe: Stripe, customer: string, mandate: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(mandate);
  } catch (error) {
    const fault = toStripeFault(error);
    if (fault.outcome === 'unknown') throw fault;
    if (await find(stripe.customers.retrievePaymentMethod(customer, mandate))) throw fault;
  }
}

/** Yields all payments since a time, newest first: sessions merged with the charges that have none. */
async function* listPayments(stripe: Stripe, from: Date): AsyncGenerator<ProviderPayment> {
  const since = { created: { gte: Math.floor(from.getTime() / 1_000) }, limit: pageSize };
  const sessions = listAll(stripe.checkout.sessions.list({ ...since, expand: toListPaths(sessionParts) }));
  const intents = listAll(stripe.paymentIntents.list({ ...since, expand: toListPaths(intentParts) }));
  let next = await intents.next();
  const pass = async (read: ReadPayment) => (read.isReturned ? addReversals(stripe, read) : read.payment);
  for await (const session of sessions) {
    while (!next.done && next.value.created > session.created) {
      if (isDirect(next.value)) yield await pass(readIntent(next.value));
      next = await intents.next();
    }
    const read = readOwn(session, readSession);
    if (read) yield await pass(read);
  }
  for (; !next.done; next = await intents.next()) {
    if (isDirect(next.value)) yield await pass(readIntent(next.value));
  }
}

const getLocale = (language: Language) => (language === 'en' ? 'en-GB' : language);

/** Builds a session with one item at our price. An order always gives the same request, so that it can be repeated. */
function buildSessionParams(order: ProviderOrder): Stripe.Checkout.SessionCreateParams {
  const { money, description, method, reference, customer } = order;
  const metadata = buildMetadata(reference);
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: money.currency.toLowerCase(),
          unit_amount: money.minor,
          product_data: { name: description },
        },
      },
    ],
    allowed_payment_method_types: [
      toMethodType(method) as Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType,
    ],
    locale: getLocale(order.language),
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    client_reference_id: reference.paymentId,
    metadata,
    // The price is already in the buyer's currency; the provider must not convert it.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      description,
      metadata: { ...metadata, [originKey]: 'session' },
      ...(order.sequence === 'first' && { setup_future_usage: 'off_session' as const }),
    },
    ...(customer !== null && { customer }),
    expand: sessionParts,
  };
}

/**
 * Builds the parameters of a charge. The buyer of a card order is present, so their bank may ask them on its page; an
 * account is debited without them.
 */
function buildChargeParams(order: ProviderOrder): Stripe.PaymentIntentCreateParams {
  const { money, description, method, reference, customer, mandate } = order;
  return {
    amount: money.minor,
    currency: money.currency.toLowerCase(),
    customer: customer ?? '',
    payment_method: mandate ?? '',
    allowed_payment_method_types: [toMethodType(method) as Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType],
    return_url: order.returnUrl,
    ...(method === 'sepa_debit' && { off_session: true }),
    confirm: true,
    description,
    metadata: { ...buildMetadata(reference), [originKey]: 'stored' },
    expand: intentParts,
  };
}

/**
 * Returns the type under which a method is paid. Wallets and card networks have their own switch in the account, but
 * are paid on the page for cards.
 */
function toMethodType(method: string): string {
  return stripeMethods[method]?.within ?? method;
}
