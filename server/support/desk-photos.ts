import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { isId } from '../../contract/platform/id.ts';
import { type PhotoRefusal, photoRefusals } from '../../contract/photos/photo-rules.ts';
import type { AppContext } from '../context.ts';
import { decidePhoto } from '../photos/decide-photo.ts';
import { type QueuedRow, findQueuedPhoto, listQueuedPhotos } from '../photos/photo-queue.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { storageKey } from '../photos/store-picture.ts';
import { formatMeasure, readMeasure, readOptions } from './desk-options.ts';
import { deriveComplaintNumber } from './numbers.ts';
import { type WantedMeasure, giveReasons } from './take-measure.ts';

const listMax = 50;

const help = [
  'npm run desk -- photos                                    the photos that wait, oldest first',
  'npm run desk -- photos show <id>                          where the picture is',
  'npm run desk -- photos approve <id>',
  `npm run desk -- photos reject <id> <reason>    ${photoRefusals.join(', ')}`,
  '                its owner gets the reasons; for “rules” say them: --ground and --facts as of a measure',
];

/** Lists, shows and decides pending photos; a rejection is a measure with reasons. Returns the exit code. */
export async function deskPhotos(
  context: AppContext & AtDesk,
  given: string[],
  say: (line: string) => void,
): Promise<number> {
  const { words, ...options } = readOptions(given);
  const [action = 'list', photoId = '', reason = ''] = words;
  if (action === 'list') return list(context, say);
  if (isId(photoId) && action === 'show') {
    const queued = await context.database.transaction(async (tx) => {
      const found = await findQueuedPhoto(tx, photoId);
      if (found) await recordAct(context, tx, { act: 'photos-show', about: photoId });
      return found;
    });
    if (queued) say(fileOf(context, queued));
    return queued ? 0 : notWaiting(photoId, say);
  }
  if (isId(photoId) && action === 'approve') {
    const approved = await context.database.transaction(async (tx) => {
      const decided = await decidePhoto(context, tx, photoId, { status: 'approved' });
      if (decided) await recordAct(context, tx, { act: 'photos-approve', about: photoId });
      return decided;
    });
    if (approved) say(`${photoId} is approved.`);
    return approved ? 0 : notWaiting(photoId, say);
  }
  const ground = options.ground ?? `photo-${reason}`;
  const measure = readMeasure({ ...options, measure: 'photo', ground, photo: photoId });
  if (action !== 'reject' || !isRefusal(reason) || !measure) {
    for (const line of help) say(line);
    return 1;
  }
  const number = await rejectPhoto(context, { photoId, refusal: reason, measure });
  if (number === undefined) return notWaiting(photoId, say);
  say(`${photoId} is rejected. The reasons are number ${number}.`);
  return 0;
}

/** Rejects a pending photo and gives its owner the reasons, in one transaction. Returns their number. */
async function rejectPhoto(
  context: AppContext & AtDesk,
  { photoId, refusal, measure }: { photoId: string; refusal: PhotoRefusal; measure: WantedMeasure },
): Promise<string | undefined> {
  const number = deriveComplaintNumber(context, `measure ${randomUUID()}`);
  return context.database.transaction(async (tx) => {
    const rejected = await decidePhoto(context, tx, photoId, { status: 'rejected', refusal });
    if (!rejected) return undefined;
    const { memberId, addedAt: aboutAt } = rejected;
    const { kind, ground, law, facts } = measure;
    const reasons = { kind, ground, law, facts };
    await giveReasons(
      context,
      tx,
      { memberId, number, source: 'own' },
      { ...reasons, aboutAt, endsAt: null, message: undefined },
    );
    await recordAct(context, tx, { act: 'measure', about: number, detail: formatMeasure(measure) });
    return number;
  });
}

function isRefusal(reason: string): reason is PhotoRefusal {
  return (photoRefusals as readonly string[]).includes(reason);
}

async function list(context: AppContext & AtDesk, say: (line: string) => void): Promise<number> {
  const photos = await context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'photos-list' });
    return listQueuedPhotos(tx, listMax);
  });
  if (photos.length === 0) say('No photo waits.');
  for (const photo of photos) {
    const state = photo.queue === 'before' ? 'not shown yet' : 'shown already';
    say(`${photo.photo_id}  ${photo.created_at.toISOString()}  ${state}  ${fileOf(context, photo)}`);
  }
  if (photos.length === listMax) say(`There may be more: these are the first ${listMax}.`);
  return 0;
}

function fileOf({ config }: AppContext, { member_id, photo_id }: QueuedRow): string {
  return join(config.dataDir, 'photos', storageKey({ kind: 'member', id: member_id }, photo_id), 'full.webp');
}

function notWaiting(photoId: string, say: (line: string) => void): number {
  say(`${photoId} does not wait: it is decided already, or deleted.`);
  return 1;
}
