import Type from 'typebox';

import { countryCodes } from './countries.ts';
import { idPattern } from './id.ts';
import { languages } from './languages.ts';

export const Id = Type.String({ pattern: `^${idPattern}$` });

/** The client's key for a call that must run at most once. */
export const IdempotencyKey = Id;

/** ISO 8601 in UTC. */
export const DateTime = Type.String({ description: 'ISO 8601 in UTC' });

export const LanguageCode = Type.Enum([...languages]);
export const CountryCode = Type.Enum([...countryCodes]);

/** ISO 4217. */
export const Currency = Type.Enum(['EUR', 'USD', 'GBP', 'CAD', 'PLN', 'AUD', 'NZD', 'CHF', 'DKK', 'NOK', 'SEK']);

/** Money in minor units such as cents. */
export const Minor = Type.Integer({ minimum: 0, description: 'amount in minor units of the currency' });

export const Credits = Type.Integer({ description: 'balance in credits; negative only after a refund or chargeback' });

export const Empty = Type.Object({});

export const Ok = Type.Object({ ok: Type.Literal(true) });

/**
 * Cursor after the last entry of a page: the entry's time in microseconds and its id, after a prefix that matches
 * `head`. It stays valid while entries are added, moved and removed. Clients send it back unchanged.
 */
export function pageEnd(head = ''): Type.TString {
  return Type.String({ pattern: `^${head}[0-9]{1,16}\\.${idPattern}$`, description: 'opaque cursor to the next page' });
}

/** Page number, from 1. */
export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 }));

export function nullable<T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}
