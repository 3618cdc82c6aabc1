import { randomBytes } from 'node:crypto';

import { lowestId, toId } from '../../contract/platform/id.ts';
import { systemClock } from '../platform/clock.ts';
import { createId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { imageLinks } from './links.ts';
import { fileKey, storageKey } from './picture-files.ts';
import type { PictureOwner } from './rules.ts';

// No member has this id, and only somebody who knows SECRET can make a link.
const probeOwner: PictureOwner = { kind: 'member', id: toId(lowestId) };

const timeoutMs = 10_000;

/** True for a picture of the doctor, which no row of the database describes. */
export function isProbe({ owner }: { owner: PictureOwner }): boolean {
  return owner.id === probeOwner.id;
}

/**
 * Stores a picture and fetches it through the public address, as a visitor would. Returns what is wrong with the way
 * from nginx to the bucket, or null.
 */
export async function probePicture(storage: Storage, origin: string, secret: string): Promise<string | null> {
  const photoId = createId<PhotoId>();
  const bytes = randomBytes(1_000);
  await storage.put(fileKey(probeOwner, photoId, 'full'), bytes);
  try {
    const link = imageLinks({ secret, clock: systemClock }, probeOwner, photoId, 'approved', null).filename;
    const response = await fetch(new URL(link, origin), { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (response.headers.has('x-accel-redirect'))
      return 'visitors get an empty response with the address in the bucket: a proxy that is not nginx is in front';
    if (response.status !== 200)
      return `a picture of the bucket responds with ${response.status}: compare /etc/nginx/tealight-bucket.conf with S3_ENDPOINT, and read the error log of nginx`;
    if (!bytes.equals(new Uint8Array(await response.arrayBuffer()))) return 'a picture arrives with other bytes';
    return null;
  } finally {
    await storage.removeAll(storageKey(probeOwner, photoId));
  }
}
