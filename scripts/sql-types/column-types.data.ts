/** These columns hold less than the schema allows; all writers check values first. `from`: a file of the contract. */
export const columnTypes: readonly { type: string; from?: string; columns: readonly string[] }[] = [
  {
    type: 'Country',
    from: 'contract/platform/countries.ts',
    columns: [
      'members.country',
      'members.next_country',
      'profiles.country',
      'bundle_prices.country',
      'discount_codes.country',
    ],
  },
  {
    type: 'Currency',
    from: 'contract/platform/countries.ts',
    columns: ['payments.currency', 'debits.currency', 'bundle_prices.currency', 'discount_codes.currency'],
  },
  {
    type: 'PaymentMethodId',
    from: 'contract/payments/payment-methods.ts',
    columns: ['payments.method', 'stored_cards.method'],
  },
  { type: 'Tracking', from: 'contract/sources/tracking.ts', columns: ['members.tracking'] },
  { type: 'KeptSearch', from: 'contract/members/operations.ts', columns: ['members.search'] },
  { type: 'Record<string, string>', columns: ['members.notifications_off'] },
  { type: 'Record<string, number>', columns: ['return_progress.settings'] },
];

/** JSON columns whose types belong to modules, which declare them in `JsonColumns` (`server/context.ts`). */
export const jsonColumns: readonly string[] = [
  'complaint_evidence.content',
  'notices.pushed',
  'receipts.document',
  'sign_up_requests.account',
];

/**
 * The types of ids by the names of their columns and parameters, without `_id`: the tables are distributed and have no
 * foreign keys to follow.
 */
export const idTypes: Readonly<Record<string, readonly string[]>> = {
  MemberId: `member about blocked by giver hidden high last_profile low other picked profile receiver reporter sender
    starter viewer`.split(/\s+/),
  ConversationId: ['conversation'],
  MessageId: ['message'],
  PhotoId: ['photo', 'main_photo'],
  PaymentId: ['payment'],
  DebitId: ['debit'],
  CardId: ['card', 'stored_card'],
  MismatchId: ['mismatch'],
  WithdrawalId: ['withdrawal'],
  ExportId: ['export'],
  LotId: ['lot'],
  EntryId: ['entry'],
};
