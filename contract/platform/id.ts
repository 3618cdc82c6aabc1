/* oxlint-disable typescript/no-unnecessary-type-parameters -- only the receiver says which kind an id is of */

/** Public identifiers: version 4 UUIDs with 122 random bits. */
export const idPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

/** The lowest of all ids, where reading by id starts. Nobody has it. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

const wholeId = new RegExp(`^${idPattern}$`);

export function isId<Id extends string>(value: unknown): value is Id {
  return typeof value === 'string' && wholeId.test(value);
}

/** Takes a text from an address, a form or the browser's storage for an id. The server checks it with the call. */
export function toId<Id extends IdFor<string>>(text = ''): Id {
  return text as Id;
}

declare const kind: unique symbol;

/** An id that cannot be passed for one of another kind. It comes from the database, a checked call, or `createId`. */
export type IdFor<Kind> = string & { readonly [kind]: Kind };

// Global, because half of all files name one.
declare global {
  type MemberId = IdFor<'member'>;
  type ConversationId = IdFor<'conversation'>;
  type MessageId = IdFor<'message'>;
  type PhotoId = IdFor<'photo'>;
  type PaymentId = IdFor<'payment'>;
  type DebitId = IdFor<'debit'>;
  type CardId = IdFor<'card'>;
  type MismatchId = IdFor<'mismatch'>;
  type WithdrawalId = IdFor<'withdrawal'>;
  type ExportId = IdFor<'export'>;
  type LotId = IdFor<'lot'>;
  type EntryId = IdFor<'entry'>;
}
