import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { LiveEvent } from '../../../contract/events.ts';

/** Closes events for the way between nodes and opens those of others. */
export interface Seal {
  close(memberId: string, event: LiveEvent): Buffer;
  /** The node that closed it, and the event; none when it was not closed with the same secret for this member. */
  open(memberId: string, bytes: Buffer): { own: boolean; event: LiveEvent | undefined };
}

const nodeBytes = 16;
const countBytes = 12;
const tagBytes = 16;
const knownKeysMax = 1_000;

/**
 * Texts of messages travel between nodes, so they travel closed: AES-256-GCM, bound to their receiver, so that whoever
 * reads the bus learns nothing and whoever writes on it cannot speak for a member. Each process has a key of its own,
 * derived from the secret that all nodes share, and counts what it closes: no key meets the same number twice.
 * Layout: node (16 bytes), number (12), tag (16), text.
 */
export function createSeal(secret: string): Seal {
  const node = randomBytes(nodeBytes);
  const keys = new Map<string, Buffer>();
  const number = Buffer.alloc(countBytes);
  let closed = 0n;

  const keyOf = (salt: Buffer): Buffer => {
    const name = salt.toString('latin1');
    const known = keys.get(name);
    if (known) return known;
    // Nodes come and go with every restart; only a stranger on the bus makes thousands of them.
    if (keys.size >= knownKeysMax) keys.clear();
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'tealight bus', 32));
    keys.set(name, key);
    return key;
  };

  return {
    close: (memberId, event) => {
      closed += 1n;
      number.writeBigUInt64BE(closed, countBytes - 8);
      const cipher = createCipheriv('aes-256-gcm', keyOf(node), number).setAAD(Buffer.from(memberId));
      const text = Buffer.concat([cipher.update(JSON.stringify(event), 'utf8'), cipher.final()]);
      return Buffer.concat([node, number, cipher.getAuthTag(), text]);
    },
    open: (memberId, bytes) => {
      const tagAt = nodeBytes + countBytes;
      const textAt = tagAt + tagBytes;
      const sender = bytes.subarray(0, nodeBytes);
      if (sender.equals(node)) return { own: true, event: undefined };
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyOf(sender), bytes.subarray(nodeBytes, tagAt));
        decipher.setAAD(Buffer.from(memberId)).setAuthTag(bytes.subarray(tagAt, textAt));
        const text = decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8');
        return { own: false, event: JSON.parse(text) as LiveEvent };
      } catch {
        // Another secret, another receiver or plain noise: the caller treats it as news of unknown content.
        return { own: false, event: undefined };
      }
    },
  };
}
