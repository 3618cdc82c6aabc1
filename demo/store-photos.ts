import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AppContext } from '../server/context.ts';
import { savePhoto } from '../server/photos/add-photo.ts';
import { castMember } from './cast.ts';
import { listCast } from './queries.ts';

interface Missing {
  memberId: MemberId;
  seed: string;
  /** Position among the photos of the member, from 0; the first is the main one. */
  position: number;
}

/**
 * Stores the missing photos: all main photos first, and one at a time, so that the site stays responsive. `shouldStop`
 * ends it early, and the next start continues. Returns the number of photos stored.
 */
export async function storePhotos(context: AppContext, shouldStop: () => boolean = () => false): Promise<number> {
  let stored = 0;
  for (const { memberId, seed, position } of await listMissing(context)) {
    if (shouldStop()) break;
    await savePhoto(context, memberId, await readPhoto(context.root, seed, position));
    stored += 1;
  }
  return stored;
}

async function listMissing(context: AppContext): Promise<Missing[]> {
  const rows = await context.database.all(listCast);
  const missing = rows.flatMap(({ member_id: memberId, email, photos }) => {
    const member = castMember(email);
    if (!member) return [];
    return Array.from({ length: Math.max(0, member.photos - photos) }, (_, index) => {
      return { memberId, seed: member.seed, position: photos + index };
    });
  });
  return missing.toSorted((a, b) => a.position - b.position);
}

/**
 * Reads a drawing of 960 × 1,200 pixels as WebP; it depicts nobody. Portraits come first, pictures without people last.
 */
export function readPhoto(root: string, seed: string, position: number): Promise<Uint8Array> {
  return readFile(join(root, `demo/photos/${seed}-${position + 1}.webp`));
}
