import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { seal, unseal } from '../../platform/seal.ts';

type Secret = Pick<AppContext, 'secret'>;

const codeDigits = 6;
const hashLength = 43;

function keyed({ secret }: Secret, text: string): Buffer {
  return createHmac('sha256', secret).update(`direct debit ${text}`).digest();
}

/** A keyed hash that is stored in place of an IBAN or a number; the same for every member who enters it. */
export function hashSubject(context: Secret, kind: 'iban' | 'phone', value: string): string {
  return keyed(context, `${kind} ${value}`).toString('base64url').slice(0, hashLength);
}

/** The code of a direct debit, derived from the secret and its number, and stored nowhere; resending repeats it. */
export function deriveDebitCode(context: Secret, debitId: DebitId, number: number): string {
  const drawn = keyed(context, `code ${debitId} ${number}`).readUIntBE(0, 6) % 10 ** codeDigits;
  return String(drawn).padStart(codeDigits, '0');
}

export function isSameCode(right: string, typed: string): boolean {
  const digits = Buffer.from(typed.replaceAll(/\D/g, ''));
  const expected = Buffer.from(right);
  return digits.length === expected.length && timingSafeEqual(digits, expected);
}

export interface Sealed {
  iban: string;
  phone: string;
}

const purpose = 'direct debit';

export function sealDetails({ secret }: Secret, debitId: DebitId, details: Sealed): Buffer {
  return seal(secret, purpose, debitId, JSON.stringify(details));
}

export function unsealDetails({ secret }: Secret, debitId: DebitId, sealed: Buffer): Sealed {
  return JSON.parse(unseal(secret, purpose, debitId, sealed)) as Sealed;
}
