import type { Language } from '../../contract/languages.ts';
import { readMethods, readPayment, readRefund } from './mollie-answers.ts';
import { toDecimal } from './money.ts';
import {
  type Money,
  type PaymentProvider,
  type PaymentReference,
  ProviderFault,
  type ProviderOrder,
} from './provider.ts';

const timeoutMs = 10_000;
// Busy, or another call with the same key is in progress: neither proves that no payment was created.
const inconclusive = new Set([408, 409, 425, 429]);

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

interface Answer {
  status: number;
  body: unknown;
}

/** An adapter for providers with Mollie's REST API v2 at `url`; each call times out after `timeout` ms. */
export function createMollie(options: { url: string; apiKey: string; timeout?: number }): PaymentProvider {
  const base = options.url.replace(/\/+$/, '');

  async function call(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<Answer> {
    try {
      const response = await fetch(`${base}${path}`, {
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
      });
      return { status: response.status, body: readJson(await response.text()) };
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      // Unreachable, too slow, or cut off.
      throw new ProviderFault('unknown', (error as Error).message);
    }
  }

  async function ask(method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<unknown> {
    const answer = await call(method, path, body, key);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw faultOf(answer);
  }

  return {
    name: 'mollie',
    mode: options.apiKey.startsWith('live_') ? 'live' : 'test',
    isPaymentId: (text) => /^tr_[A-Za-z0-9]{1,60}$/.test(text),
    createPayment: async (order) => readPayment(await ask('POST', '/v2/payments', bodyOf(order), order.key)),
    fetchPayment: async (id) => {
      const answer = await call('GET', `/v2/payments/${encodeURIComponent(id)}`);
      if (answer.status === 404 || answer.status === 410) return undefined;
      if (answer.status !== 200) throw faultOf(answer);
      const payment = readPayment(answer.body);
      if (payment.id !== id) throw new ProviderFault('unknown', 'the answer is about another payment');
      return payment;
    },
    listMethods: async (money, country) => {
      const amount = `amount[value]=${toDecimal(money.minor)}&amount[currency]=${money.currency}`;
      return readMethods(await ask('GET', `/v2/methods?${amount}&billingCountry=${country}`));
    },
    refundPayment: async (id, { key, money, description, reference }) => {
      const body = { amount: amountOf(money), description, metadata: metadataOf(reference) };
      return readRefund(await ask('POST', `/v2/payments/${encodeURIComponent(id)}/refunds`, body, key));
    },
  };
}

/** A parser's error message quotes the text, which may name a buyer, so the fault does not repeat it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('unknown', 'the answer is not JSON');
  }
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
  };
}

function metadataOf({ memberId, paymentId }: PaymentReference): object {
  return { member_id: memberId, payment_id: paymentId };
}

function faultOf({ status, body }: Answer): ProviderFault {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const refused = status >= 400 && status < 500 && !inconclusive.has(status);
  const reason = typeof detail === 'string' ? detail : 'no reason';
  return new ProviderFault(refused ? 'refused' : 'unknown', `status ${status}: ${reason}`);
}
