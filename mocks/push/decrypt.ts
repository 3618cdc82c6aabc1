import { type ECDH, createDecipheriv, hkdfSync } from 'node:crypto';

const saltBytes = 16;
const headBytes = saltBytes + 5;
const tagBytes = 16;
/** The byte that ends the text of the last record; zeros may follow. */
const delimiter = 2;

/** Decrypts a push like a browser (RFC 8188, RFC 8291): one aes128gcm record. Throws if it is not for these keys. */
export function decrypt(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, saltBytes);
  const senderEnd = headBytes + (body[headBytes - 1] ?? 0);
  const sender = body.subarray(headBytes, senderEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(body.subarray(senderEnd, -tagBytes)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(delimiter)).toString();
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
