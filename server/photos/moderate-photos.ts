import { join } from 'node:path';

import { isId } from '../../contract/id.ts';
import { type PhotoRefusal, photoRefusals } from '../../contract/photo-rules.ts';
import type { AppContext } from '../context.ts';
import { type Decision, decidePhoto } from './decide-photo.ts';
import { findQueuedPhoto, listQueuedPhotos } from './photo-queue.ts';
import type { QueuedRow } from './queries-approval.ts';
import { storageKey } from './store-picture.ts';

type ModerationContext = Pick<AppContext, 'bus' | 'clock' | 'config' | 'database' | 'log' | 'storage'>;

const listMax = 50;

const help = [
  'npm run desk -- photos                         the photos that wait, oldest first',
  'npm run desk -- photos show <id>               where the picture is',
  'npm run desk -- photos approve <id>',
  `npm run desk -- photos reject <id> <reason>    ${photoRefusals.join(', ')}`,
];

/** Lists, shows and decides photos for a moderator at a terminal. `say` prints a line. Returns the exit code. */
export async function moderatePhotos(
  context: ModerationContext,
  [action = 'list', photoId = '', reason = '']: string[],
  say: (line: string) => void,
): Promise<number> {
  if (action === 'list') return list(context, say);
  const decision = action === 'show' ? undefined : readDecision(action, reason);
  if (!isId(photoId) || decision === null) {
    for (const line of help) say(line);
    return 1;
  }
  const queued = await findQueuedPhoto(context.database, photoId);
  if (!queued) return notWaiting(photoId, say);
  if (!decision) {
    say(fileOf(context, queued));
    return 0;
  }
  if (!(await decidePhoto(context, photoId, decision))) return notWaiting(photoId, say);
  say(`${photoId} is ${decision.status}.`);
  return 0;
}

/** The decision of a command; null if there is none. */
function readDecision(action: string, reason: string): Decision | null {
  if (action === 'approve') return { status: 'approved' };
  const known = (photoRefusals as readonly string[]).includes(reason);
  return action === 'reject' && known ? { status: 'rejected', refusal: reason as PhotoRefusal } : null;
}

async function list(context: ModerationContext, say: (line: string) => void): Promise<number> {
  const photos = await listQueuedPhotos(context.database, listMax);
  if (photos.length === 0) say('No photo waits.');
  for (const photo of photos) {
    const state = photo.queue === 'before' ? 'not shown yet' : 'shown already';
    say(`${photo.photo_id}  ${photo.created_at.toISOString()}  ${state}  ${fileOf(context, photo)}`);
  }
  if (photos.length === listMax) say(`There may be more: these are the first ${listMax}.`);
  return 0;
}

function fileOf({ config }: ModerationContext, { member_id, photo_id }: QueuedRow): string {
  return join(config.dataDir, 'photos', storageKey({ kind: 'member', id: member_id }, photo_id), 'full.webp');
}

function notWaiting(photoId: string, say: (line: string) => void): number {
  say(`${photoId} does not wait: it is decided already, or deleted.`);
  return 1;
}
