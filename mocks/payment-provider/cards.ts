import { randomInt } from 'node:crypto';
import { testCards } from './cards.data.ts';
import type { TestCard } from './cards.data.ts';
import { randomId } from './ids.ts';
import type { Details, StoredPayment } from './types.ts';

/** The methods that are paid with a card and can store it. */
export const cardMethods: ReadonlySet<string | null> = new Set(['creditcard', 'applepay']);

const holder = 'Sandbox Buyer';

/** The test card of an id; without one a card that nobody has used before. */
export function chooseCard(id?: string): TestCard {
  const known = testCards.find((card) => card.id === id);
  if (known) return known;
  return {
    id: 'new',
    label: 'Visa',
    number: String(randomInt(1000, 10_000)),
    fingerprint: randomId('tr').slice(3),
    expiry: '2034-12-31',
    mandate: 'valid',
    failure: null,
  };
}

/** The card as a mandate describes it. */
export function mandateDetails({ label, number, fingerprint, expiry }: TestCard): Details {
  return {
    cardHolder: holder,
    cardNumber: number,
    cardExpiryDate: expiry,
    cardLabel: label,
    cardFingerprint: fingerprint,
  };
}

/** The card as a payment describes it; `card` is how its mandate does. `failure` is why it was declined. */
export function paymentDetails(payment: StoredPayment, card: Details, failure: string | null): Details {
  const { cardHolder, cardNumber, cardLabel, cardFingerprint } = card;
  return {
    cardNumber: cardNumber ?? null,
    cardFingerprint: cardFingerprint ?? null,
    cardHolder: cardHolder ?? null,
    cardAudience: 'consumer',
    cardLabel: cardLabel ?? null,
    cardCountryCode: 'NL',
    cardFunding: 'debit',
    cardSecurity: payment.sequenceType === 'recurring' ? 'normal' : '3dsecure',
    feeRegion: 'intra-eu',
    ...(failure === null ? {} : { failureReason: failure, failureMessage: 'The card was declined.' }),
  };
}
