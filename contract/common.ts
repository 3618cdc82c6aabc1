import Type from 'typebox';

import { countryCodes } from './countries.ts';
import { languages } from './languages.ts';

/** Identifiers that leave the house: version 4 UUIDs, 122 random bits plus the version. */
const id = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
export const Id = Type.String({ pattern: `^${id}$` });

/** The client's own key for a call that must happen at most once. */
export const IdempotencyKey = Id;

/** ISO 8601 in UTC. */
export const DateTime = Type.String({ description: 'ISO 8601 in UTC' });

export const LanguageCode = Type.Enum([...languages]);
export const CountryCode = Type.Enum([...countryCodes]);

/** ISO 4217. */
export const Currency = Type.Enum(['EUR', 'USD', 'GBP', 'CAD', 'PLN', 'AUD', 'NZD', 'CHF', 'DKK', 'NOK', 'SEK']);

/** Money in minor units (cents); never a float. */
export const Minor = Type.Integer({ minimum: 0, description: 'minor units of the currency' });

export const Credits = Type.Integer({ description: 'credits; negative only for a debt after a chargeback' });

export const Empty = Type.Object({});

export const Ok = Type.Object({ ok: Type.Literal(true) });

/**
 * Where a page of a list ended: the latest moment in microseconds and the id of its last entry, after what `head` asks
 * for. It stays good while entries come, move and go; a client sends it back as it is.
 */
export function pageEnd(head = ''): Type.TString {
  return Type.String({ pattern: `^${head}[0-9]{1,16}\\.${id}$`, description: 'where the page before ended' });
}

/** Number of a page, from 1. */
export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 }));

export function nullable<T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}
