import { isBlockedBy } from '../members/visibility/queries-conditions.ts';
import { type RowOf, statement } from '../platform/database/database.ts';

export const listPhotos = statement(
  'photos.list-photos',
  `select h.photo_id, h.position, h.status, h.refusal, h.checked, p.main_photo, p.visitors_see_photo, p.country, m.paid_at is not null as paid, p.fictional
     from photos h join profiles p using (member_id) join members m using (member_id)
    where h.member_id = $memberId
    order by h.position`,
);

export type PhotoRow = RowOf<typeof listPhotos>;

export const findPhotoUsage = statement(
  'photos.find-photo-usage',
  `select (select count(*)::int from photos h where h.member_id = $memberId) as photos, m.paid_at is not null as paid, p.fictional
     from members m join profiles p using (member_id)
    where m.member_id = $memberId`,
);

export const insertPhoto = statement(
  'photos.insert-photo',
  `insert into photos (member_id, photo_id, position, status, checked, width, height, created_at)
   select $memberId::uuid, $photoId, count(*), $status, $checked, $width, $height, $now from photos where member_id = $memberId`,
);

/** A trigger keeps this table. */
export const findOwner = statement('photos.find-owner', 'select member_id from photo_owners where photo_id = $photoId');

/** Lists a member's photos, rejected ones last, so that they take no place of a visible one. */
export const listIds = statement(
  'photos.list-ids',
  `select photo_id, status from photos where member_id = $memberId order by status = 'rejected', position`,
);

export const reorderPhotos = statement(
  'photos.reorder-photos',
  `update photos h set position = o.number - 1
     from unnest($photoIds::uuid[]) with ordinality as o (photo_id, number)
    where h.member_id = $memberId and h.photo_id = o.photo_id and h.position <> o.number - 1`,
);

export const removePhoto = statement(
  'photos.delete-photo',
  'delete from photos where member_id = $memberId and photo_id = $photoId',
);

/** The visibility of the owner is checked elsewhere. */
export const findServable = statement(
  'photos.find-servable',
  `select h.position, h.status, h.checked, coalesce(h.photo_id = p.main_photo, false) as main, p.visitors_see_photo, p.country,
          m.paid_at is not null as paid, p.fictional
     from photos h join profiles p using (member_id) join members m using (member_id)
    where h.member_id = $memberId and h.photo_id = $photoId`,
);

export const listKeptPhotos = statement(
  'photos.list-kept-photos',
  `select photo_id from photos where member_id = $ownerId and photo_id = any($photoIds::uuid[]) and status <> 'rejected'`,
);

export const listKeptChatPhotos = statement(
  'photos.list-kept-chat-photos',
  'select photo_id from chat_photos where conversation_id = $ownerId and photo_id = any($photoIds::uuid[])',
);

/** `blocked`: the other blocked the viewer. `kept`: the message is visible and its sender has not left. */
export const findChatPhoto = statement(
  'photos.find-chat-photo',
  `select ${isBlockedBy('$viewerId?', 'i.other_id')} as blocked,
          exists (select 1 from messages w
                   where w.conversation_id = c.conversation_id and w.photo_id = c.photo_id and w.seq > i.cleared_seq and w.removed_at is null)
          and not exists (select 1 from profiles s where s.member_id = c.sender_id and s.status = 'hidden') as kept
     from chat_photos c
     join inbox i on i.conversation_id = c.conversation_id and i.member_id = $viewerId?
    where c.conversation_id = $conversationId and c.photo_id = $photoId`,
);

export const insertUnowned = statement(
  'photos.insert-unowned',
  `insert into unowned_pictures (photo_id, kind, owner_id, since) values ($photoId, $kind, $ownerId, $now)
   on conflict (photo_id) do nothing`,
);

export const deleteUnowned = statement(
  'photos.delete-unowned',
  'delete from unowned_pictures where photo_id = $photoId',
);

export const claimUnowned = statement(
  'photos.claim-unowned',
  'delete from unowned_pictures where photo_id = $photoId and since > $after',
);

/** From here on, `claimUnowned` refuses the picture, whatever the clocks say. Waits for a claim that is under way. */
export const holdUnowned = statement(
  'photos.hold-unowned',
  `update unowned_pictures set since = 'epoch' where photo_id = $photoId`,
);

export const listUnowned = statement(
  'photos.list-unowned',
  `select photo_id, kind, owner_id from unowned_pictures
    where photo_id > $past and since < $before order by photo_id limit $most`,
);

export const deleteAllPhotos = statement('photos.delete-all-photos', 'delete from photos where member_id = $memberId');

export const deleteDecisions = statement(
  'photos.delete-decisions',
  'delete from photo_decisions where photo_id = any($photoIds::uuid[])',
);

export const enqueuePhoto = statement(
  'photos.enqueue-photo',
  'insert into photo_queue (queue, photo_id, member_id, created_at) values ($queue, $photoId, $memberId, $now)',
);

/** Takes a photo from the queue; if callers race, only one removes the row. */
export const dequeuePhoto = statement(
  'photos.dequeue-photo',
  'delete from photo_queue where queue = $queue and photo_id = $photoId',
);

const queued = 'select queue, photo_id, member_id, created_at from photo_queue where queue = $queue';

export const listQueue = statement('photos.list-queue', `${queued} order by created_at, photo_id limit $most`);

export const countQueue = statement(
  'photos.count-queue',
  'select count(*)::int as waiting, min(created_at) as since from photo_queue where queue = $queue',
);

export type QueuedRow = RowOf<typeof listQueue>;

export const findQueued = statement('photos.find-queued', `${queued} and photo_id = $photoId`);

/** Returns when the photo was added. A trigger records the review. */
export const decide = statement(
  'photos.decide',
  `update photos set status = $status, refusal = $refusal?
    where member_id = $memberId and photo_id = $photoId and status <> 'rejected'
    returning created_at`,
);

/** Keeps no member's id. */
export const recordDecision = statement(
  'photos.record-decision',
  'insert into photo_decisions (photo_id, status, refusal, decided_at) values ($photoId, $status, $refusal?, $now)',
);
