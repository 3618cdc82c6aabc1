import { randomInt } from 'node:crypto';

import { composeIBAN } from 'ibantools';

import { testCards, type TestCard } from '../shared/cards.data.ts';
import { randomId } from '../shared/ids.ts';
import type { Details, StoredPayment } from './store.ts';

/** The methods that are paid with a card and can store it. */
export const cardMethods: ReadonlySet<string | null> = new Set(['creditcard', 'applepay']);

const holder = 'Sandbox Buyer';

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

export function mandateDetails({ label, number, fingerprint, expiry }: TestCard): Details {
  return {
    cardHolder: holder,
    cardNumber: number,
    cardExpiryDate: expiry,
    cardLabel: label,
    cardFingerprint: fingerprint,
  };
}

/** Returns the card as a payment describes it, from its mandate's `card`. `failure` is the reason of a decline. */
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

/** The methods whose payments reveal the buyer's bank account once they are paid. */
export const accountMethods: ReadonlySet<string | null> = new Set(['ideal', 'bancontact', 'eps', 'banktransfer']);

export function accountDetails(iban = newIban()): Details {
  return { consumerName: 'Sandbox Buyer', consumerAccount: iban, consumerBic: 'ABNANL2A' };
}

function newIban(): string | null {
  return composeIBAN({ countryCode: 'NL', bban: `ABNA${randomInt(1_000_000_000)}`.padEnd(14, '0') });
}
