import { type RowOf, statement } from '../platform/database/database.ts';

/** Puts a new photo into the queue of those that somebody must look at. */
export const enqueuePhoto = statement(
  'photos.enqueue-photo',
  'insert into photo_queue (queue, photo_id, member_id, created_at) values ($queue, $photoId, $memberId, $now)',
);

/** Takes a photo out of a queue. Of several callers at once, one removes a row. */
export const dequeuePhoto = statement(
  'photos.dequeue-photo',
  'delete from photo_queue where queue = $queue and photo_id = $photoId',
);

/** The photos that have waited longest in a queue. */
export const listQueue = statement(
  'photos.list-queue',
  'select queue, photo_id, member_id, created_at from photo_queue where queue = $queue order by created_at, photo_id limit $most',
);

export type QueuedRow = RowOf<typeof listQueue>;

export const findQueued = statement(
  'photos.find-queued',
  'select queue, photo_id, member_id, created_at from photo_queue where queue = $queue and photo_id = $photoId',
);

/** Decides about a photo that was not rejected, and tells when it was added. A trigger notes that it was looked at. */
export const decide = statement(
  'photos.decide',
  `update photos set status = $status, refusal = $refusal?
    where member_id = $memberId and photo_id = $photoId and status <> 'rejected'
    returning created_at`,
);

/** Records a decision for later questions; names no member. */
export const recordDecision = statement(
  'photos.record-decision',
  'insert into photo_decisions (photo_id, status, refusal, decided_at) values ($photoId, $status, $refusal?, $now)',
);
