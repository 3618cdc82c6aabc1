import { type RowOf, statement } from '../platform/database/database.ts';

export const enqueuePhoto = statement(
  'photos.enqueue-photo',
  'insert into photo_queue (queue, photo_id, member_id, created_at) values ($queue, $photoId, $memberId, $now)',
);

/** If several callers race, only one removes the row. */
export const dequeuePhoto = statement(
  'photos.dequeue-photo',
  'delete from photo_queue where queue = $queue and photo_id = $photoId',
);

export const listQueue = statement(
  'photos.list-queue',
  'select queue, photo_id, member_id, created_at from photo_queue where queue = $queue order by created_at, photo_id limit $most',
);

export type QueuedRow = RowOf<typeof listQueue>;

export const findQueued = statement(
  'photos.find-queued',
  'select queue, photo_id, member_id, created_at from photo_queue where queue = $queue and photo_id = $photoId',
);

/** Sets the status of a photo that is not rejected, and returns when it was added. A trigger records the review. */
export const decide = statement(
  'photos.decide',
  `update photos set status = $status, refusal = $refusal?
    where member_id = $memberId and photo_id = $photoId and status <> 'rejected'
    returning created_at`,
);

/** Keeps the decision for later questions, without the member's id. */
export const recordDecision = statement(
  'photos.record-decision',
  'insert into photo_decisions (photo_id, status, refusal, decided_at) values ($photoId, $status, $refusal?, $now)',
);
