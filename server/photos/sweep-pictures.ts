import { lowestId, toId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import { after } from '../platform/clock.ts';
import { removePicture } from './picture-files.ts';
import { deleteUnowned, holdUnowned, listKeptChatPhotos, listKeptPhotos, listUnowned } from './queries.ts';
import type { PictureOwner } from './rules.ts';
import { graceMs } from './unowned-pictures.ts';

type SweepContext = Pick<AppContext, 'database' | 'storage' | 'clock' | 'log'>;

const notesMax = 100;

/**
 * Removes the files of pictures that were noted a day ago or earlier and have no row. Runs every night, and asks a
 * bucket for no list; concurrent runs are safe. Goes on after a picture whose files cannot be removed, and throws its
 * error in the end.
 */
export async function sweepPictures(context: SweepContext): Promise<void> {
  const { database } = context;
  const before = after(context.clock.now(), -graceMs);
  const failures: unknown[] = [];
  let past = toId<PhotoId>(lowestId);
  let removed = 0;
  for (;;) {
    const rows = await database.all(listUnowned, { past, before, most: notesMax });
    for (const { kind, owner_id: id, photo_id: photoId } of rows) {
      past = photoId;
      const held = await database.transaction((tx) => tx.run(holdUnowned, { photoId }));
      // Its row was committed meanwhile.
      if (held === 0) continue;
      try {
        removed += await removeOrphans(context, { kind, id } as PictureOwner, [photoId]);
        await database.transaction((tx) => tx.run(deleteUnowned, { photoId }));
      } catch (error) {
        failures.push(error);
      }
    }
    if (rows.length < notesMax) break;
  }
  logRemoved(context, removed);
  if (failures.length > 0) throw failures[0];
}

/**
 * Lists all files, and removes those of pictures without a row that are older than a day. It finds what nobody noted,
 * such as files of programs before migration 0029 and those that a restore has forgotten. Returns how many pictures it
 * removed.
 */
export async function sweepAllPictures(context: SweepContext): Promise<number> {
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
  logRemoved(context, removed);
  return removed;
}

function logRemoved({ log }: SweepContext, pictures: number): void {
  if (pictures > 0) log.info({ event: 'pictures-swept', pictures }, 'pictures without a row removed');
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
