import Type from 'typebox';

import { countryCodes, currencies } from './countries.ts';
import { idPattern } from './id.ts';
import { languages } from './languages.ts';

export const Id = Type.String({ pattern: `^${idPattern}$` });

// One schema for all: only their types differ.
export const MemberId = Id as unknown as Type.TUnsafe<MemberId>;
export const ConversationId = Id as unknown as Type.TUnsafe<ConversationId>;
export const MessageId = Id as unknown as Type.TUnsafe<MessageId>;
export const PhotoId = Id as unknown as Type.TUnsafe<PhotoId>;
export const PaymentId = Id as unknown as Type.TUnsafe<PaymentId>;
export const DebitId = Id as unknown as Type.TUnsafe<DebitId>;
export const CardId = Id as unknown as Type.TUnsafe<CardId>;
export const EntryId = Id as unknown as Type.TUnsafe<EntryId>;

/** The client's key for a call that must run at most once. */
export const IdempotencyKey = Id;

export const DateTime = Type.String({ description: 'ISO 8601 in UTC' });

export const LanguageCode = Type.Enum([...languages]);
export const CountryCode = Type.Enum([...countryCodes]);

export const Currency = Type.Enum([...currencies]);

export const Minor = Type.Integer({ minimum: 0, description: 'amount in minor units of the currency' });

export const Credits = Type.Integer({ description: 'balance in credits; negative only after a refund or chargeback' });

export const Empty = Type.Object({});

export const Ok = Type.Object({ ok: Type.Literal(true) });

/**
 * Describes a cursor: the time of a page's last entry in microseconds and its id, after a prefix that matches `head`.
 * It stays valid while entries are added, moved and removed. Clients send it back unchanged.
 */
export function pageEnd(head = ''): Type.TString {
  return Type.String({ pattern: `^${head}[0-9]{1,16}\\.${idPattern}$`, description: 'opaque cursor to the next page' });
}

export const PageNumber = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 }));

export function nullable<T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}
