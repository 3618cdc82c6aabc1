import { createHmac, timingSafeEqual } from 'node:crypto';

import { type EntryPage, entryPages } from '../../../contract/accounts/entry-pages.ts';

const idBytes = 16;
const markBytes = 19;
const form = /^[\w-]{48}$/;

/** Returns a token bound to a page. The same `seed` gives the same token: a repeated email keeps its link. */
export function entryToken(secret: string, page: EntryPage, seed: string): string {
  const id = createHmac('sha256', secret).update('entry of ').update(seed).digest().subarray(0, idBytes);
  const named = Buffer.concat([Buffer.from([entryPages.indexOf(page)]), id]);
  return Buffer.concat([named, markOf(secret, named)]).toString('base64url');
}

/** Returns the page of a token; null if the token is forged. Only the database knows whether it still works. */
export function readEntryToken(secret: string, token: string): EntryPage | null {
  if (!form.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const named = bytes.subarray(0, 1 + idBytes);
  if (!timingSafeEqual(bytes.subarray(1 + idBytes), markOf(secret, named))) return null;
  return entryPages[named[0] ?? -1] ?? null;
}

function markOf(secret: string, named: Buffer): Buffer {
  return createHmac('sha256', secret).update('entry ').update(named).digest().subarray(0, markBytes);
}
