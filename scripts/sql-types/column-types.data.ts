/**
 * Columns that the contract restricts further than the schema does: a contract type, its file, and the columns. All
 * writers check these values against the contract first.
 */
export const columnTypes: readonly { type: string; from: string; columns: readonly string[] }[] = [
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
];
