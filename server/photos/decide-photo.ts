import type { PhotoRefusal } from '../../contract/photos/photo-rules.ts';
import type { AppContext } from '../context.ts';
import { holdPhotos, syncProfilePhotos } from '../members/sync-profile-photos.ts';
import type { Transaction } from '../platform/database/database.ts';
import { dequeuePhoto, decide, recordDecision } from './queries-approval.ts';
import { findQueuedPhoto, forgetQueuedPhoto } from './photo-queue.ts';
import { renumberPhotos } from './renumber-photos.ts';
import { removePicture } from './store-picture.ts';

export type Decision = { status: 'approved' } | { status: 'rejected'; refusal: PhotoRefusal };

type DecisionContext = Pick<AppContext, 'bus' | 'clock' | 'log' | 'storage'>;

export interface DecidedPhoto {
  memberId: string;
  addedAt: Date;
}

/**
 * Approves or rejects a queued photo. A rejected one loses its files, and its owner sees the reason in its place. If
 * several decisions race, one counts. Returns undefined if the photo is already decided or deleted.
 */
export async function decidePhoto(
  context: DecisionContext,
  tx: Transaction,
  photoId: string,
  decision: Decision,
): Promise<DecidedPhoto | undefined> {
  const queued = await findQueuedPhoto(tx, photoId);
  if (!queued) return undefined;
  const { member_id: memberId, queue } = queued;
  await holdPhotos(tx, memberId);
  if ((await tx.run(dequeuePhoto, { queue, photoId })) === 0) return undefined;
  return settle(context, tx, { memberId, photoId }, decision);
}

/**
 * Rejects a member's photo, reviewed or not: its files are removed, and its owner sees in its place that it broke the
 * rules. Returns undefined if there is no such photo, or it was rejected before.
 */
export async function takeDownPhoto(
  context: DecisionContext,
  tx: Transaction,
  photo: { memberId: string; photoId: string },
): Promise<DecidedPhoto | undefined> {
  await holdPhotos(tx, photo.memberId);
  await forgetQueuedPhoto(tx, photo.photoId);
  return settle(context, tx, photo, { status: 'rejected', refusal: 'rules' });
}

async function settle(
  context: DecisionContext,
  tx: Transaction,
  { memberId, photoId }: { memberId: string; photoId: string },
  decision: Decision,
): Promise<DecidedPhoto | undefined> {
  const { status } = decision;
  const refusal = decision.status === 'rejected' ? decision.refusal : null;
  const decided = await tx.first(decide, { memberId, photoId, status, refusal });
  if (!decided) return undefined;
  await tx.run(recordDecision, { photoId, status, refusal, now: context.clock.now() });
  await renumberPhotos(tx, memberId);
  await syncProfilePhotos(tx, memberId);
  // The nightly sweep removes the files if this process ends before it does.
  if (refusal) tx.afterCommit(() => removePicture(context, { kind: 'member', id: memberId }, photoId));
  tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
  tx.afterCommit(() => context.log.info({ event: 'photo-decided', photo: photoId, status, refusal }, 'photo decided'));
  return { memberId, addedAt: decided.created_at };
}
