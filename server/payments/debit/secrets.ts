import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { seal, unseal } from '../../platform/seal.ts';

type Secret = Pick<AppContext, 'secret'>;

const codeDigits = 6;
const hashLength = 43;

function keyed({ secret }: Secret, text: string): Buffer {
  return createHmac('sha256', secret).update(`direct debit ${text}`).digest();
}

/** A name for an IBAN or a number that is stored in its place: a keyed hash, the same whoever enters it. */
export function hashOf(context: Secret, kind: 'iban' | 'phone', value: string): string {
  return keyed(context, `${kind} ${value}`).toString('base64url').slice(0, hashLength);
}

/**
 * The code of a direct debit, by its number. It follows from the secret and is stored nowhere; a message that has to be
 * sent again has the same code.
 */
export function codeOf(context: Secret, debitId: string, number: number): string {
  const drawn = keyed(context, `code ${debitId} ${number}`).readUIntBE(0, 6) % 10 ** codeDigits;
  return String(drawn).padStart(codeDigits, '0');
}

/** Compares in constant time; what is not a digit is left out. */
export function isSameCode(right: string, typed: string): boolean {
  const digits = Buffer.from(typed.replaceAll(/\D/g, ''));
  const expected = Buffer.from(right);
  return digits.length === expected.length && timingSafeEqual(digits, expected);
}

/** What the provider and the gateway need once, and nobody afterwards. */
export interface Sealed {
  iban: string;
  phone: string;
}

const purpose = 'direct debit';

export function sealDetails({ secret }: Secret, debitId: string, details: Sealed): Buffer {
  return seal(secret, purpose, debitId, JSON.stringify(details));
}

export function unsealDetails({ secret }: Secret, debitId: string, sealed: Buffer): Sealed {
  return JSON.parse(unseal(secret, purpose, debitId, sealed)) as Sealed;
}
