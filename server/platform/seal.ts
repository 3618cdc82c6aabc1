import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `tealight ${purpose}`, 32));
}

/** Encrypts a text by AES-256-GCM, bound to its owner. Layout: nonce (12 bytes), tag (16), text. */
export function seal(secret: string, purpose: string, owner: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the secret, purpose or owner differs. */
export function unseal(secret: string, purpose: string, owner: string, sealed: Buffer): string {
  const textAt = nonceBytes + tagBytes;
  const cipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), sealed.subarray(0, nonceBytes));
  cipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(nonceBytes, textAt));
  return cipher.update(sealed.subarray(textAt), undefined, 'utf8') + cipher.final('utf8');
}
