import { randomInt } from 'node:crypto';
import type { Details } from './types.ts';

/** The methods whose payments reveal the buyer's bank account once they are paid. */
export const accountMethods: ReadonlySet<string | null> = new Set(['ideal', 'bancontact', 'eps', 'banktransfer']);

/** Returns the account as a payment describes it. Without an IBAN, it is a new account. */
export function accountDetails(iban = newIban()): Details {
  return { consumerName: 'Sandbox Buyer', consumerAccount: iban, consumerBic: 'ABNANL2A' };
}

/** Returns a random Dutch IBAN with valid check digits. */
function newIban(): string {
  const number = String(randomInt(1_000_000_000)).padStart(10, '0');
  // The standard computes the check digits with letters as numbers (A 10, B 11, N 23) and with NL00 at the end.
  const rest = BigInt(`10112310${number}232100`) % 97n;
  return `NL${String(98n - rest).padStart(2, '0')}ABNA${number}`;
}
