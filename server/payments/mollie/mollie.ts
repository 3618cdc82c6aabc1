import type { Language } from '../../../contract/platform/languages.ts';
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
} from './mollie-answers.ts';
import { toMollieFault, openMollie } from './mollie-http.ts';
import { toDecimal } from '../money.ts';
import {
  type Money,
  type PaymentProvider,
  type PaymentReference,
  type ProviderPayment,
  type ProviderReversal,
  ProviderFault,
  type ProviderOrder,
  readOwn,
} from '../provider.ts';

const locales: Record<Language, string> = {
  en: 'en_GB',
  nl: 'nl_NL',
  de: 'de_DE',
  it: 'it_IT',
  fr: 'fr_FR',
  es: 'es_ES',
  pl: 'pl_PL',
  da: 'da_DK',
  fi: 'fi_FI',
  nb: 'nb_NO',
  sv: 'sv_SE',
};

const debitName = 'directdebit';
/** The EEA, and the countries outside it that the provider lists because they have an agreement with the EU. */
const debitCountries: ReadonlySet<string> = new Set([...eeaCountries, 'AD', 'MC', 'SM', 'VA']);

/** An adapter for providers with Mollie's REST API v2 at `url`; each call times out after `timeout` ms. */
export function createMollie(options: { url: string; apiKey: string; timeout?: number }): PaymentProvider {
  const { call, ask } = openMollie(options);

  async function* listAll<T>(first: string, name: string, read: (item: unknown) => T): AsyncGenerator<T> {
    let path: string | null = first;
    while (path !== null) {
      const page: List<T> = readList(await ask('GET', path), name, read);
      yield* page.items;
      path = page.next === null ? null : pathOf(page.next);
    }
  }

  async function listReversals({ id, money }: ProviderPayment, lists: readonly string[]): Promise<ProviderReversal[]> {
    const found: ProviderReversal[] = [];
    for (const list of lists) {
      const path = `/v2/payments/${encodeURIComponent(id)}/${list}?limit=250`;
      for await (const one of listAll(path, list, (item) => readReversal(item, money))) found.push(one);
    }
    return found;
  }

  return {
    name: 'mollie',
    mode: options.apiKey.startsWith('live_') ? 'live' : 'test',
    isPaymentId: (text) => /^tr_[A-Za-z0-9]{1,60}$/.test(text),
    createPayment: async (order) => readPayment(await ask('POST', '/v2/payments', bodyOf(order), order.key)),
    fetchPayment: async (id) => {
      const answer = await call('GET', `/v2/payments/${encodeURIComponent(id)}`);
      if (isGone(answer)) return undefined;
      if (answer.status !== 200) throw toMollieFault(answer);
      const payment = readPayment(answer.body);
      if (payment.id !== id) throw new ProviderFault('unknown', 'the answer is about another payment');
      return { ...payment, reversals: await listReversals(payment, reversalLists(answer.body)) };
    },
    cancelPayment: async (id) => {
      await ask('DELETE', `/v2/payments/${encodeURIComponent(id)}`);
    },
    listMethods: (money, country) => listMethods(ask, money, country),
    refundPayment: async (id, { key, money, description, reference }) => {
      const body = { amount: amountOf(money), description, metadata: metadataOf(reference) };
      return readRefund(await ask('POST', `/v2/payments/${encodeURIComponent(id)}/refunds`, body, key));
    },
    createCustomer: async ({ key, memberId, language }) => {
      const body = { locale: locales[language], metadata: { member_id: memberId } };
      return readCustomer(await ask('POST', '/v2/customers', body, key));
    },
    deleteCustomer: async (customer) => {
      const answer = await call('DELETE', customerPath(customer));
      if (answer.status !== 204 && !isGone(answer)) throw toMollieFault(answer);
    },
    listMandates: async (customer) => {
      const answer = await call('GET', `${customerPath(customer)}/mandates?limit=250`);
      if (isGone(answer)) return [];
      if (answer.status !== 200) throw toMollieFault(answer);
      return readList(answer.body, 'mandates', readMandate).items;
    },
    revokeMandate: async (customer, mandate) => {
      const answer = await call('DELETE', `${customerPath(customer)}/mandates/${encodeURIComponent(mandate)}`);
      if (answer.status !== 204 && !isGone(answer)) throw toMollieFault(answer);
    },
    debitsFrom: (country) => debitCountries.has(country),
    createDebitMandate: async (customer, debit) =>
      readMandate(await ask('POST', `${customerPath(customer)}/mandates`, mandateOf(debit), debit.key)),
    listPayments: async function* listPayments(from) {
      for await (const payment of listAll('/v2/payments?limit=250', 'payments', (one) => readOwn(one, readPayment))) {
        if (payment === undefined) continue;
        if (payment.createdAt !== null && payment.createdAt < from) return;
        yield payment;
      }
    },
  };
}

/** Also requests the methods that are hidden by default: wallets, and direct debit, which charges a mandate. */
async function listMethods(ask: ReturnType<typeof openMollie>['ask'], money: Money, country: string) {
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
function pathOf(href: string): string {
  if (!URL.canParse(href)) throw new ProviderFault('unknown', 'the answer has no readable next page');
  const { pathname, search } = new URL(href);
  return pathname + search;
}

function amountOf({ minor, currency }: Money): { currency: string; value: string } {
  return { currency, value: toDecimal(minor) };
}

function bodyOf(order: ProviderOrder): object {
  return {
    amount: amountOf(order.money),
    description: order.description,
    method: order.method,
    locale: locales[order.language],
    redirectUrl: order.returnUrl,
    cancelUrl: order.returnUrl,
    webhookUrl: order.webhookUrl,
    metadata: metadataOf(order.reference),
    ...(order.sequence !== 'oneoff' && { sequenceType: order.sequence }),
    ...(order.customer !== null && { customerId: order.customer }),
    ...(order.mandate !== null && { mandateId: order.mandate }),
  };
}

function mandateOf({
  iban,
  holder,
  reference,
  signedOn,
}: Parameters<PaymentProvider['createDebitMandate']>[1]): object {
  return {
    method: debitName,
    consumerName: holder,
    consumerAccount: iban,
    signatureDate: signedOn.toISOString().slice(0, 10),
    mandateReference: reference,
  };
}

function metadataOf({ memberId, paymentId }: PaymentReference): object {
  return { member_id: memberId, payment_id: paymentId };
}
