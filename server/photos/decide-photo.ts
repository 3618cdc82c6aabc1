import type { PhotoRefusal } from '../../contract/photos/photo-rules.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { changePhotos, findQueuedPhoto, forgetQueuedPhoto } from './change-photos.ts';
import { dequeuePhoto, decide, recordDecision } from './queries.ts';
import { disownPicture } from './unowned-pictures.ts';

export type Decision = { status: 'approved' } | { status: 'rejected'; refusal: PhotoRefusal };

type DecisionContext = Pick<AppContext, 'bus' | 'clock' | 'database' | 'log' | 'storage'>;

export interface DecidedPhoto {
  memberId: MemberId;
  addedAt: Date;
}

/** Decides a photo; undefined if it no longer waits. A rejected one loses its files, and its owner sees the reason. */
export async function decidePhoto(
  context: DecisionContext,
  tx: Transaction,
  photoId: PhotoId,
  decision: Decision,
): Promise<DecidedPhoto | undefined> {
  const queued = await findQueuedPhoto(tx, photoId);
  if (!queued) return undefined;
  const { member_id: memberId, queue } = queued;
  return changePhotos(context, tx, memberId, async () =>
    (await tx.run(dequeuePhoto, { queue, photoId })) === 0
      ? undefined
      : applyDecision(context, tx, { memberId, photoId }, decision),
  );
}

/** Rejects a photo, reviewed or not. Undefined if there is no such photo, or it was rejected before. */
export async function rejectAnyPhoto(
  context: DecisionContext,
  tx: Transaction,
  photo: { memberId: MemberId; photoId: PhotoId },
): Promise<DecidedPhoto | undefined> {
  return changePhotos(context, tx, photo.memberId, async () => {
    await forgetQueuedPhoto(tx, photo.photoId);
    return applyDecision(context, tx, photo, { status: 'rejected', refusal: 'rules' });
  });
}

async function applyDecision(
  context: DecisionContext,
  tx: Transaction,
  { memberId, photoId }: { memberId: MemberId; photoId: PhotoId },
  decision: Decision,
): Promise<DecidedPhoto | undefined> {
  const { status } = decision;
  const refusal = decision.status === 'rejected' ? decision.refusal : null;
  const decided = await tx.first(decide, { memberId, photoId, status, refusal });
  if (!decided) return undefined;
  await tx.run(recordDecision, { photoId, status, refusal, now: context.clock.now() });
  if (refusal) await disownPicture(context, tx, { kind: 'member', id: memberId }, photoId);
  tx.afterCommit(() => context.log.info({ event: 'photo-decided', photo: photoId, status, refusal }, 'photo decided'));
  return { memberId, addedAt: decided.created_at };
}
