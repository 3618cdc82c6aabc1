import { randomInt } from 'node:crypto';
import type { Details } from './types.ts';

/** The methods that tell the account of the buyer once they are paid. */
export const accountMethods: ReadonlySet<string | null> = new Set(['ideal', 'bancontact', 'eps', 'banktransfer']);

/** The account as a payment describes it; without an IBAN one that nobody has used before. */
export function accountDetails(iban = newIban()): Details {
  return { consumerName: 'Sandbox Buyer', consumerAccount: iban, consumerBic: 'ABNANL2A' };
}

/** A Dutch IBAN with right check digits. */
function newIban(): string {
  const number = String(randomInt(1_000_000_000)).padStart(10, '0');
  // A, B, N as 10, 11, 23; then NL and 00 at the end, as the standard computes the digits.
  const rest = BigInt(`10112310${number}232100`) % 97n;
  return `NL${String(98n - rest).padStart(2, '0')}ABNA${number}`;
}
