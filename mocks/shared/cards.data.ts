/** A card that the buyer can choose on the pay page. The same choice is the same card for every buyer. */
export type TestCard = {
  id: string;
  label: string;
  number: string;
  fingerprint: string;
  expiry: string;
  /** Status of its mandate after a paid first payment. */
  mandate: 'valid' | 'pending';
  /** Reason why later charges of the card fail; null if they succeed. */
  failure: string | null;
};

export const testCards: readonly TestCard[] = [
  {
    id: 'visa',
    label: 'Visa',
    number: '4242',
    fingerprint: 'sandboxVisa4242',
    expiry: '2034-12-31',
    mandate: 'valid',
    failure: null,
  },
  {
    id: 'mastercard',
    label: 'Mastercard',
    number: '4444',
    fingerprint: 'sandboxMastercard4444',
    expiry: '2033-08-31',
    mandate: 'valid',
    failure: null,
  },
  {
    id: 'insufficient',
    label: 'Visa',
    number: '0341',
    fingerprint: 'sandboxVisa0341',
    expiry: '2034-03-31',
    mandate: 'valid',
    failure: 'insufficient_funds',
  },
  {
    id: 'expired',
    label: 'Mastercard',
    number: '0069',
    fingerprint: 'sandboxMastercard0069',
    expiry: '2020-01-31',
    mandate: 'valid',
    failure: 'card_expired',
  },
  {
    id: 'pending',
    label: 'American Express',
    number: '8431',
    fingerprint: 'sandboxAmex8431',
    expiry: '2034-05-31',
    mandate: 'pending',
    failure: null,
  },
];
