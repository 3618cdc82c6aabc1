import type { Money } from './provider.ts';

// Every currency of the house has two decimals; one that had others would be refused here, not rounded.
const decimals = /^(\d{1,9})\.(\d{2})$/;

/** `1999` → `19.99`, as providers write amounts. */
export function toDecimal(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

/** `19.99` → `1999`; nothing for any other way of writing. No float is involved. */
export function toMinor(value: string): number | undefined {
  const parts = decimals.exec(value);
  return parts ? Number(`${parts[1]}${parts[2]}`) : undefined;
}

/** Price of one message in minor units, rounded half up: `amount` pays for `credits`, a message costs `messageCredits`. */
export function messageAmount(amount: number, credits: number, messageCredits: number): number {
  return Math.floor((2 * amount * messageCredits + credits) / (2 * credits));
}

export function sameMoney(a: Money, b: Money): boolean {
  return a.minor === b.minor && a.currency === b.currency;
}
