import type { FastifyInstance } from 'fastify';
import { ApiError, unprocessable } from '../shared/api-error.ts';
import { halJson } from './errors.ts';
import { documentation, hal } from './hal.ts';
import { cardMethods } from './cards.ts';
import { methods } from './methods.data.ts';
import type { Method } from './methods.data.ts';
import { isCurrency, isValue, toMinor } from '../shared/money.ts';
import type { Sandbox } from './sandbox.ts';
import { type SequenceType, sequenceTypes } from './types.ts';
import type { Amount } from '../shared/money.ts';

export const findMethod = (id: string | null): Method | undefined => methods.find((method) => method.id === id);

/** Returns the method's name in a language (`de` or `de_DE`), or in English if it is not translated. */
export function describeMethod(method: Method, locale: string | null): string {
  return method.translations?.[locale?.slice(0, 2) ?? 'en'] ?? method.description;
}

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

/**
 * Returns the methods that work for an amount, a sequence and, if known, the buyer's country, in table order. Wallets
 * are included only if the caller can show them.
 */
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
  const image = `${sandbox.address}/images/methods/${method.id}.svg`;
  return {
    resource: 'method',
    id: method.id,
    description: describeMethod(method, locale),
    minimumAmount: { currency: shown, value: minimum },
    maximumAmount: maximum === null ? null : { currency: shown, value: maximum },
    image: { size1x: image, size2x: image, svg: image },
    status: 'activated',
    _links: { self: hal(`${sandbox.address}/v2/methods/${method.id}`) },
  };
}

/** Draws a plain badge with the method's letters, because brand logos are protected. */
export function drawMark({ mark: [text, colour] }: Method): string {
  const size = text.length > 2 ? 9 : 11;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="24" viewBox="0 0 32 24" aria-hidden="true">' +
    `<rect width="32" height="24" rx="5" fill="${colour}"/><text x="16" y="12" fill="#fff" text-anchor="middle" ` +
    `dominant-baseline="central" font-family="system-ui,sans-serif" font-weight="700" font-size="${size}">${text}</text></svg>`
  );
}

type MethodQuery = Partial<
  Record<'amount[value]' | 'amount[currency]' | 'locale' | 'billingCountry' | 'sequenceType' | 'includeWallets', string>
>;

function readWallets({ includeWallets }: MethodQuery): string[] {
  const wallets = includeWallets?.split(',') ?? [];
  if (wallets.every((name) => walletNames.includes(name))) return wallets;
  throw unprocessable('includeWallets', `The wallets are ${walletNames.join(' and ')}.`);
}

function readSequence({ sequenceType = 'oneoff' }: MethodQuery): SequenceType {
  const sequence = sequenceTypes.find((type) => type === sequenceType);
  if (!sequence) throw unprocessable('sequenceType', 'The sequence type is invalid.');
  return sequence;
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

/** `GET /v2/methods` and `GET /v2/methods/{id}`: the available methods by country, currency and amount. */
export function addMethodRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: MethodQuery }>('/v2/methods', (request, reply) => {
    const amount = readAmount(request.query);
    const country = request.query.billingCountry?.toUpperCase();
    const found = availableMethods(amount, {
      ...(country !== undefined && { country }),
      sequence: readSequence(request.query),
      wallets: readWallets(request.query),
    });
    const currency = amount.currency ?? 'EUR';
    return reply.type(halJson).send({
      count: found.length,
      _embedded: {
        methods: found.map((method) => presentMethod(sandbox, method, currency, request.query.locale ?? null)),
      },
      _links: { self: hal(`${sandbox.address}${request.url}`), documentation },
    });
  });

  app.get<{ Params: { id: string }; Querystring: MethodQuery }>('/v2/methods/:id', (request, reply) => {
    const method = findMethod(request.params.id);
    if (!method) throw new ApiError(404, `No method exists with id ${request.params.id}.`);
    const currency = readAmount(request.query).currency ?? 'EUR';
    return reply.type(halJson).send(presentMethod(sandbox, method, currency, request.query.locale ?? null));
  });
}

/** The pictures of the methods. Buyers' browsers load them, so they need no key. */
export function addMethodPictures(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/images/methods/:file', (request, reply) => {
    const method = findMethod(request.params.file.replace(/\.svg$/, ''));
    if (!method) throw new ApiError(404, 'No such picture.');
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(drawMark(method));
  });
}
