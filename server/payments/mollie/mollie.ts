import { utcDay } from '../../../contract/platform/calendar.ts';
import { type Language, locales } from '../../../contract/platform/languages.ts';
import { eeaCountries } from '../debit/sepa.data.ts';
import {
  type List,
  readCustomer,
  readList,
  readMandate,
  readMethods,
  readPayment,
  readRefund,
  readReversal,
  reversalLists,
} from './read-mollie.ts';
import { inSpan } from '../../platform/monitoring/trace.ts';
import { toDecimal } from '../money.ts';
import { buildMetadata, isRefusal, readOwn } from '../provider-responses.ts';
import {
  type Money,
  type PaymentProvider,
  ProviderFault,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderReversal,
} from '../provider.ts';

const getLocale = (language: Language): string => locales[language].iso.replace('-', '_');

const debitName = 'directdebit';
/** The EEA, and the countries outside it that the provider lists because they have an agreement with the EU. */
const debitCountries: ReadonlySet<string> = new Set([...eeaCountries, 'AD', 'MC', 'SM', 'VA']);

type Ask = ReturnType<typeof openMollie>['ask'];

async function* listAll<T>(ask: Ask, first: string, name: string, read: (item: unknown) => T): AsyncGenerator<T> {
  let path: string | null = first;
  while (path !== null) {
    const page: List<T> = readList(await ask('GET', path), name, read);
    yield* page.items;
    path = page.next === null ? null : parsePath(page.next);
  }
}

async function listReversals(ask: Ask, { id, money }: ProviderPayment, lists: readonly string[]) {
  const found: ProviderReversal[] = [];
  for (const list of lists) {
    const path = `/v2/payments/${encodeURIComponent(id)}/${list}?limit=250`;
    for await (const one of listAll(ask, path, list, (item) => readReversal(item, money))) found.push(one);
  }
  return found;
}

/** Creates an adapter for providers with Mollie's REST API v2 at `url`; each call times out after `timeout` ms. */
export function createMollie(options: { url: string; apiKey: string; timeout?: number }): PaymentProvider {
  const { call, ask } = openMollie(options);

  return {
    name: 'mollie',
    mode: options.apiKey.startsWith('live_') ? 'live' : 'test',
    isPaymentId: (text) => /^tr_[A-Za-z0-9]{1,60}$/.test(text),
    createPayment: async (order) => readPayment(await ask('POST', '/v2/payments', buildBody(order), order.key)),
    fetchPayment: async (id) => {
      const response = await call('GET', `/v2/payments/${encodeURIComponent(id)}`);
      if (isGone(response)) return undefined;
      if (response.status !== 200) throw toMollieFault(response);
      const payment = readPayment(response.body);
      if (payment.id !== id) throw new ProviderFault('unknown', 'the response is about another payment');
      return { ...payment, reversals: await listReversals(ask, payment, reversalLists(response.body)) };
    },
    cancelPayment: async (id) => {
      await ask('DELETE', `/v2/payments/${encodeURIComponent(id)}`);
    },
    listMethods: (money, country) => listMethods(ask, money, country),
    refundPayment: async (id, { key, money, description, reference }) => {
      const body = { amount: formatAmount(money), description, metadata: { ...buildMetadata(reference), key } };
      return readRefund(await ask('POST', `/v2/payments/${encodeURIComponent(id)}/refunds`, body, key));
    },
    createCustomer: async ({ key, memberId, language }) => {
      const body = { locale: getLocale(language), metadata: { member_id: memberId } };
      return readCustomer(await ask('POST', '/v2/customers', body, key));
    },
    deleteCustomer: async (customer) => {
      const response = await call('DELETE', customerPath(customer));
      if (response.status !== 204 && !isGone(response)) throw toMollieFault(response);
    },
    listMandates: async (customer) => {
      const response = await call('GET', `${customerPath(customer)}/mandates?limit=250`);
      if (isGone(response)) return [];
      if (response.status !== 200) throw toMollieFault(response);
      return readList(response.body, 'mandates', readMandate).items;
    },
    revokeMandate: async (customer, mandate) => {
      const response = await call('DELETE', `${customerPath(customer)}/mandates/${encodeURIComponent(mandate)}`);
      if (response.status !== 204 && !isGone(response)) throw toMollieFault(response);
    },
    debitsFrom: (country) => debitCountries.has(country),
    createDebitMandate: async (customer, { key, iban, holder, reference, signedOn }) => {
      const body = {
        method: debitName,
        consumerName: holder,
        consumerAccount: iban,
        signatureDate: utcDay(signedOn),
        mandateReference: reference,
      };
      return readMandate(await ask('POST', `${customerPath(customer)}/mandates`, body, key));
    },
    listPayments: async function* listPayments(from) {
      for await (const payment of listAll(ask, '/v2/payments?limit=250', 'payments', (one) =>
        readOwn(one, readPayment),
      )) {
        if (payment === undefined) continue;
        if (payment.createdAt !== null && payment.createdAt < from) return;
        yield payment;
      }
    },
  };
}

/** Lists the methods, also those that are hidden by default: wallets, and direct debit, which charges a mandate. */
async function listMethods(ask: Ask, money: Money, country: string) {
  const amount = `amount[value]=${toDecimal(money.minor)}&amount[currency]=${money.currency}`;
  const list = async (more: string): Promise<string[]> =>
    readMethods(await ask('GET', `/v2/methods?${amount}&billingCountry=${country}&${more}`));
  const [single, recurring] = await Promise.all([
    list('includeWallets=applepay'),
    money.currency === 'EUR' ? list('sequenceType=recurring') : [],
  ]);
  return [...single, ...recurring.filter((name) => name === debitName && !single.includes(name))];
}

function isGone({ status }: { status: number }): boolean {
  return status === 404 || status === 410;
}

function customerPath(customer: string): string {
  return `/v2/customers/${encodeURIComponent(customer)}`;
}

// The next page is always requested from the configured address, whatever origin the response names.
function parsePath(href: string): string {
  if (!URL.canParse(href)) throw new ProviderFault('unknown', 'the response has no readable next page');
  const { pathname, search } = new URL(href);
  return pathname + search;
}

function formatAmount({ minor, currency }: Money): { currency: string; value: string } {
  return { currency, value: toDecimal(minor) };
}

function buildBody(order: ProviderOrder): object {
  return {
    amount: formatAmount(order.money),
    description: order.description,
    method: order.method,
    locale: getLocale(order.language),
    redirectUrl: order.returnUrl,
    cancelUrl: order.returnUrl,
    webhookUrl: order.webhookUrl,
    metadata: buildMetadata(order.reference),
    ...(order.sequence !== 'oneoff' && { sequenceType: order.sequence }),
    ...(order.customer !== null && { customerId: order.customer }),
    ...(order.mandate !== null && { mandateId: order.mandate }),
  };
}

const timeoutMs = 10_000;

type Verb = 'GET' | 'POST' | 'DELETE';

interface MollieResponse {
  status: number;
  body: unknown;
}

function openMollie(options: { url: string; apiKey: string; timeout?: number }) {
  const base = options.url.replace(/(?<!\/)\/+$/, '');

  /** Returns the response, whatever its status. Throws `ProviderFault` when there is none. */
  async function call(method: Verb, path: string, body?: object, key?: string): Promise<MollieResponse> {
    try {
      const init = {
        method,
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          accept: 'application/hal+json',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeout ?? timeoutMs),
      } as const;
      const response = await inSpan('mollie', () => fetch(`${base}${path}`, init), { kind: 'CLIENT' });
      const text = await response.text();
      return { status: response.status, body: response.status === 204 ? null : readJson(text) };
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      throw new ProviderFault('unknown', (error as Error).message);
    }
  }

  async function ask(method: Verb, path: string, body?: object, key?: string): Promise<unknown> {
    const response = await call(method, path, body, key);
    if (response.status >= 200 && response.status < 300) return response.body;
    throw toMollieFault(response, method === 'POST' && namesCustomer(path, response));
  }

  return { call, ask };
}

/** Parses a response. A parser's error message repeats the text, which may name a buyer, so the fault does not. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('unknown', 'the response is not JSON');
  }
}

/**
 * True if a response refuses the customer: a deleted one is not found under its address, and a payment that names it is
 * refused for the field `customerId`.
 */
function namesCustomer(path: string, { status, body }: MollieResponse): boolean {
  const { field } = (body ?? {}) as { field?: unknown };
  const isAbout = path === '/v2/payments' || path.startsWith('/v2/customers/');
  return field === 'customerId' || (isGone({ status }) && isAbout);
}

function toMollieFault({ status, body }: MollieResponse, isCustomerGone = false): ProviderFault {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const refused = isRefusal(status);
  const reason = typeof detail === 'string' ? detail : 'no reason';
  return new ProviderFault(refused ? 'refused' : 'unknown', `status ${status}: ${reason}`, refused && isCustomerGone);
}
