import type { Money } from './provider.ts';

// Every currency we use has two decimals; an amount with more or fewer is refused, never rounded.
const decimals = /^(\d{1,9})\.(\d{2})$/;

/** Writes an amount as providers do: `1999` → `19.99`. */
export function toDecimal(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

/** Reads `19.99` as `1999`; undefined for any other notation. No floating point is involved. */
export function toMinor(value: string): number | undefined {
  const parts = decimals.exec(value);
  return parts ? Number(`${parts[1]}${parts[2]}`) : undefined;
}

/**
 * Computes a message's price in minor units, rounded up like every displayed price, so that nothing costs more than it
 * says.
 */
export function messageAmount(amount: number, credits: number, messageCredits: number): number {
  return Math.ceil((amount * messageCredits) / credits);
}

export function messagesFor(credits: number, messageCredits: number): number {
  return messageCredits > 0 ? Math.floor(credits / messageCredits) : credits;
}

export function sameMoney(a: Money, b: Money): boolean {
  return a.minor === b.minor && a.currency === b.currency;
}
