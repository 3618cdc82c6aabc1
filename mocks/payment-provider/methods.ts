import type { FastifyInstance } from 'fastify';
import { unprocessable, isCurrency, isValue, readChoice, toMinor, type Amount } from '../shared/fields.ts';
import { documentation, hal } from './errors.ts';
import { cardMethods } from './cards.ts';
import { methods, type Method } from '../shared/methods.data.ts';
import { describeMethod } from '../shared/pay-page.ts';
import { type Sandbox, type SequenceType, sequenceTypes } from './store.ts';

/** Returns the reason why the method does not accept an amount (without a value: a currency); null if it does. */
export function refusal(method: Method, { currency, value }: { currency: string; value?: string | undefined }) {
  const limits = method.limits[currency];
  if (!limits) return 'currency';
  if (value === undefined) return null;
  const [minimum, maximum] = limits;
  const minor = toMinor({ currency, value });
  if (minor < toMinor({ currency, value: minimum })) return 'minimum';
  return maximum && minor > toMinor({ currency, value: maximum }) ? 'maximum' : null;
}

export const debit = 'directdebit';
const walletNames = ['applepay', 'googlepay'];

/** The methods of each sequence: only cards store a mandate; only cards and direct debit charge one. */
const fitsSequence: Readonly<Record<SequenceType, (id: string) => boolean>> = {
  oneoff: (id) => id !== debit,
  first: (id) => cardMethods.has(id),
  recurring: (id) => id === 'creditcard' || id === debit,
};

/** Lists the methods in table order. Wallets are included only if the caller can show them. */
export function availableMethods(
  amount: Partial<Amount>,
  {
    country,
    sequence = 'oneoff',
    wallets = walletNames,
  }: { country?: string; sequence?: SequenceType; wallets?: readonly string[] } = {},
): Method[] {
  return methods.filter(
    (method) =>
      fitsSequence[sequence](method.id) &&
      (!walletNames.includes(method.id) || wallets.includes(method.id)) &&
      (country === undefined || method.countries === null || method.countries.includes(country)) &&
      refusal(method, { currency: amount.currency ?? 'EUR', value: amount.value }) === null,
  );
}

function presentMethod(sandbox: Sandbox, method: Method, currency: string, locale: string | null) {
  const [minimum, maximum] = method.limits[currency] ?? Object.values(method.limits)[0] ?? ['0.01', null];
  const shown = method.limits[currency] ? currency : (Object.keys(method.limits)[0] ?? 'EUR');
  return {
    resource: 'method',
    id: method.id,
    description: describeMethod(method, locale),
    minimumAmount: { currency: shown, value: minimum },
    maximumAmount: maximum === null ? null : { currency: shown, value: maximum },
    status: 'activated',
    _links: { self: hal(`${sandbox.address}/v2/methods/${method.id}`) },
  };
}

type MethodQuery = Partial<
  Record<'amount[value]' | 'amount[currency]' | 'locale' | 'billingCountry' | 'sequenceType' | 'includeWallets', string>
>;

function readWallets({ includeWallets }: MethodQuery): string[] {
  const wallets = includeWallets?.split(',') ?? [];
  if (wallets.every((name) => walletNames.includes(name))) return wallets;
  throw unprocessable('includeWallets', `The wallets are ${walletNames.join(' and ')}.`);
}

function readAmount(query: MethodQuery): Partial<Amount> {
  const currency = query['amount[currency]'];
  const value = query['amount[value]'];
  if (currency === undefined && value === undefined) return {};
  if (!isCurrency(currency)) throw unprocessable('amount.currency', 'The currency is missing or not supported.');
  if (value === undefined) return { currency };
  if (!isValue(value, currency)) throw unprocessable('amount.value', 'The value needs the decimals of its currency.');
  return { currency, value };
}

export function addMethodRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: MethodQuery }>('/v2/methods', (request) => {
    const amount = readAmount(request.query);
    const country = request.query.billingCountry?.toUpperCase();
    const found = availableMethods(amount, {
      ...(country !== undefined && { country }),
      sequence: readChoice(request.query.sequenceType ?? 'oneoff', 'sequenceType', sequenceTypes),
      wallets: readWallets(request.query),
    });
    const currency = amount.currency ?? 'EUR';
    return {
      count: found.length,
      _embedded: {
        methods: found.map((method) => presentMethod(sandbox, method, currency, request.query.locale ?? null)),
      },
      _links: { self: hal(`${sandbox.address}${request.url}`), documentation },
    };
  });
}
