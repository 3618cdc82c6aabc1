import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { isSameSecret } from '../../platform/hash.ts';

type Secret = Pick<AppContext, 'secret'>;

const codeDigits = 6;
const hashLength = 43;

function hashWithKey({ secret }: Secret, text: string): Buffer {
  return createHmac('sha256', secret).update(`direct debit ${text}`).digest();
}

/** Returns a keyed hash that is stored in place of an IBAN or a number; the same for every member who enters it. */
export function hashSubject(context: Secret, kind: 'iban' | 'phone', value: string): string {
  return hashWithKey(context, `${kind} ${value}`).toString('base64url').slice(0, hashLength);
}

/** Derives the code of a direct debit from the secret and its number. It is stored nowhere; resending repeats it. */
export function deriveDebitCode(context: Secret, debitId: DebitId, number: number): string {
  const drawn = hashWithKey(context, `code ${debitId} ${number}`).readUIntBE(0, 6) % 10 ** codeDigits;
  return String(drawn).padStart(codeDigits, '0');
}

export function isSameCode(right: string, typed: string): boolean {
  return isSameSecret(typed.replaceAll(/\D/g, ''), right);
}

export interface Sealed {
  iban: string;
  phone: string;
}

const nonceBytes = 12;
const tagBytes = 16;

function deriveKey({ secret }: Secret): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'tealight direct debit', 32));
}

/** Encrypts the details by AES-256-GCM, bound to their debit. Layout: nonce (12 bytes), tag (16), text. */
export function sealDetails(context: Secret, debitId: DebitId, details: Sealed): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(context), nonce).setAAD(Buffer.from(debitId));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the details of a debit. Throws if the secret or the debit differs. */
export function unsealDetails(context: Secret, debitId: DebitId, sealed: Buffer): Sealed {
  const textAt = nonceBytes + tagBytes;
  const cipher = createDecipheriv('aes-256-gcm', deriveKey(context), sealed.subarray(0, nonceBytes));
  cipher.setAAD(Buffer.from(debitId)).setAuthTag(sealed.subarray(nonceBytes, textAt));
  return JSON.parse(cipher.update(sealed.subarray(textAt), undefined, 'utf8') + cipher.final('utf8')) as Sealed;
}
