import type { Image } from '../../contract/members.ts';
import { isBlockedBy } from '../members/visibility/queries-conditions.ts';
import { statement } from '../platform/database/database.ts';

export interface PhotoRow {
  photo_id: string;
  position: number;
  status: Image['status'];
  paid: boolean;
  fictional: boolean;
}

export const listPhotos = statement<PhotoRow>(
  'photos.list-photos',
  `select h.photo_id, h.position, h.status, m.paid_at is not null as paid, p.fictional
     from photos h join profiles p using (member_id) join members m using (member_id)
    where h.member_id = $1
    order by h.position`,
);

/** How many photos a member has, and what decides how many they may have. */
export const findPhotoUsage = statement<{ photos: number; paid: boolean; fictional: boolean }>(
  'photos.find-photo-usage',
  `select (select count(*)::int from photos h where h.member_id = $1) as photos, m.paid_at is not null as paid, p.fictional
     from members m join profiles p using (member_id)
    where m.member_id = $1`,
);

export const insertPhoto = statement(
  'photos.insert-photo',
  `insert into photos (member_id, photo_id, position, status, width, height, created_at)
   select $1::uuid, $2, count(*), 'approved', $3, $4, $5 from photos where member_id = $1`,
);

export const listIds = statement<{ photo_id: string }>(
  'photos.list-ids',
  'select photo_id from photos where member_id = $1 order by position',
);

/** Numbers photos from 0 in the order of the given ids. */
export const reorderPhotos = statement(
  'photos.reorderPhotos',
  `update photos h set position = o.number - 1
     from unnest($2::uuid[]) with ordinality as o (photo_id, number)
    where h.member_id = $1 and h.photo_id = o.photo_id and h.position <> o.number - 1`,
);

export const removePhoto = statement(
  'photos.delete-photo',
  'delete from photos where member_id = $1 and photo_id = $2',
);

export interface ServableRow {
  position: number;
  status: string;
  paid: boolean;
  fictional: boolean;
}

/** A member's photo with what decides whether it is shown at all; who may see its owner is decided elsewhere. */
export const findServable = statement<ServableRow>(
  'photos.find-servable',
  `select h.position, h.status, m.paid_at is not null as paid, p.fictional
     from photos h join profiles p using (member_id) join members m using (member_id)
    where h.member_id = $1 and h.photo_id = $2`,
);

/** Which of some photos ($2) of a member have a row. */
export const listKeptPhotos = statement<{ photo_id: string }>(
  'photos.list-kept-photos',
  'select photo_id from photos where member_id = $1 and photo_id = any($2::uuid[])',
);

/** Which of some photos ($2) of a conversation have a row. */
export const listKeptChatPhotos = statement<{ photo_id: string }>(
  'photos.list-kept-chat-photos',
  'select photo_id from chat_photos where conversation_id = $1 and photo_id = any($2::uuid[])',
);

/** A photo in one of the viewer's ($3) conversations: whether the other blocked them, and whether its message still exists for them. */
export const findChatPhoto = statement<{ blocked: boolean; kept: boolean }>(
  'photos.find-chat-photo',
  `select ${isBlockedBy('$3', 'i.other_id')} as blocked,
          exists (select from messages w
                   where w.conversation_id = c.conversation_id and w.photo_id = c.photo_id and w.seq > i.cleared_seq) as kept
     from chat_photos c
     join inbox i on i.conversation_id = c.conversation_id and i.member_id = $3
    where c.conversation_id = $1 and c.photo_id = $2`,
);
