import { toId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import { dayMs } from '../platform/clock.ts';
import { listKeptChatPhotos, listKeptPhotos } from './queries.ts';
import type { PictureOwner } from './rules.ts';
import { removePicture } from './store-picture.ts';

type SweepContext = Pick<AppContext, 'database' | 'storage' | 'clock' | 'log'>;

// Files are written before their row, so a picture without a row may belong to an upload in progress.
const graceMs = dayMs;

/** Removes pictures without a row. Runs every night; concurrent runs are safe. */
export async function sweepPictures(context: SweepContext): Promise<void> {
  const before = context.clock.now().getTime() - graceMs;
  let owner: PictureOwner | undefined;
  let newest = new Map<PhotoId, number>();
  let removed = 0;
  const finish = async (): Promise<void> => {
    const old = [...newest].filter(([, at]) => at < before).map(([photoId]) => photoId);
    if (owner && old.length > 0) removed += await removeOrphans(context, owner, old);
    newest = new Map();
  };
  // Only one owner's pictures are held in memory.
  for await (const { key, at } of context.storage.list()) {
    const found = readKey(key);
    if (!found) continue;
    if (found.owner.id !== owner?.id) await finish();
    owner = found.owner;
    newest.set(found.photoId, Math.max(at.getTime(), newest.get(found.photoId) ?? 0));
  }
  await finish();
  if (removed > 0) context.log.info({ event: 'pictures-swept', pictures: removed }, 'pictures without a row removed');
}

const shape = /^(member|chat)\/[0-9a-f]{2}\/([0-9a-f-]{36})\/([0-9a-f-]{36})\//;

function readKey(key: string): { owner: PictureOwner; photoId: PhotoId } | undefined {
  const [, kind, id, photoId] = shape.exec(key) ?? [];
  return id && photoId ? { owner: { kind, id } as PictureOwner, photoId: toId(photoId) } : undefined;
}

async function removeOrphans(context: SweepContext, owner: PictureOwner, photoIds: PhotoId[]): Promise<number> {
  const known = owner.kind === 'chat' ? listKeptChatPhotos : listKeptPhotos;
  const rows = await context.database.all(known, { ownerId: owner.id, photoIds });
  const kept = new Set(rows.map((row) => row.photo_id));
  const unknown = photoIds.filter((photoId) => !kept.has(photoId));
  for (const photoId of unknown) await removePicture(context, owner, photoId);
  return unknown.length;
}
