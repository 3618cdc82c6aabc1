import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { LiveEvent } from '../../../contract/events.ts';
import { BoundedMap } from '../bounded-map.ts';

export interface EventCipher {
  encrypt(memberId: MemberId, event: LiveEvent): Buffer;
  /** `own`: this node encrypted it. No event when it was encrypted with another secret or for another member. */
  decrypt(memberId: MemberId, bytes: Buffer): { own: boolean; event: LiveEvent | undefined };
}

const nodeBytes = 16;
const counterBytes = 12;
const tagBytes = 16;

/**
 * Creates the cipher for events, which contain message texts. AES-256-GCM with the receiver's id as additional data
 * hides them and prevents forgery. Each process derives its own key from the shared secret and uses a counter as the
 * nonce, so no nonce is used twice with one key. Layout: node (16 bytes), counter (12), tag (16), ciphertext.
 */
export function createEventCipher(secret: string): EventCipher {
  const node = randomBytes(nodeBytes);
  // Every restart of a node brings a new salt; only an attacker on the bus produces thousands.
  const keys = new BoundedMap<string, Buffer>(1_000);
  const nonce = Buffer.alloc(counterBytes);
  let counter = 0n;

  const deriveKey = (salt: Buffer): Buffer => {
    const name = salt.toString('latin1');
    const known = keys.get(name);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'tealight bus', 32));
    keys.set(name, key);
    return key;
  };

  return {
    encrypt: (memberId, event) => {
      counter += 1n;
      nonce.writeBigUInt64BE(counter, counterBytes - 8);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(node), nonce).setAAD(Buffer.from(memberId));
      const text = Buffer.concat([cipher.update(JSON.stringify(event), 'utf8'), cipher.final()]);
      return Buffer.concat([node, nonce, cipher.getAuthTag(), text]);
    },
    decrypt: (memberId, bytes) => {
      const tagAt = nodeBytes + counterBytes;
      const textAt = tagAt + tagBytes;
      const sender = bytes.subarray(0, nodeBytes);
      if (sender.equals(node)) return { own: true, event: undefined };
      try {
        const decipher = createDecipheriv('aes-256-gcm', deriveKey(sender), bytes.subarray(nodeBytes, tagAt));
        decipher.setAAD(Buffer.from(memberId)).setAuthTag(bytes.subarray(tagAt, textAt));
        const text = decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8');
        return { own: false, event: JSON.parse(text) as LiveEvent };
      } catch {
        // Another secret, another receiver or noise: the caller treats it as news of unknown content.
        return { own: false, event: undefined };
      }
    },
  };
}
