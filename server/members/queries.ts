import { profileAttributes } from '../../contract/members/attributes.ts';
import { type RowOf, statement } from '../platform/database/database.ts';
import { attributeColumns, ownProfileColumns } from './queries-columns.ts';
import {
  hasBlocked,
  hasHidden,
  isBlockedBy,
  isLikedBy,
  isOpen,
  isWrittenToBy,
} from './visibility/queries-conditions.ts';

/**
 * Records activity of members whose stored time is before `unless_since`, which the row lock reads again: another node
 * may have recorded it meanwhile. Returns the stored times. Profiles are always locked in the same order.
 */
export const touchProfiles = statement(
  'members.touch-profiles',
  `with here as (select * from json_to_recordset($here::json) as h (member_id uuid, unless_since timestamptz)),
   stale as (
     select p.member_id from here join profiles p using (member_id)
      where p.last_active_at < here.unless_since order by p.member_id for no key update of p),
   written as (
     update profiles set last_active_at = $now from stale where profiles.member_id = stale.member_id
     returning profiles.member_id)
   select p.member_id, case when w.member_id is null then p.last_active_at else $now end as stored_at
     from here join profiles p using (member_id) left join written w using (member_id)`,
);

export const insertProfile = statement(
  'members.insert-profile',
  `insert into profiles (member_id, name, gender, sexuality, date_of_birth, country, region, town, about, fictional, pool, status, last_active_at)
   values ($memberId, $name, $gender, $sexuality?, $dateOfBirth, $country, $region?, $town?, $about, $fictional, $pool, 'disabled', $now)`,
);

export const activate = statement(
  'members.activate-profile',
  `update profiles set status = 'active' where member_id = $memberId and status = 'disabled'`,
);

export const lockProfile = statement(
  'members.lock-profile',
  'select member_id from profiles where member_id = $memberId for update',
);

/** A trigger adds the review state. */
export const copyPhotos = statement(
  'members.copy-photos',
  `update profiles p
      set main_photo = shown.ids[1], main_photo_status = case when shown.number > 0 then 'approved' end, num_photos = shown.number
     from (select array_agg(photo_id order by position) as ids, count(*) as number
             from photos where member_id = $memberId and status = 'approved') shown
    where p.member_id = $memberId`,
);

const summaryColumns = `p.member_id, p.name, p.gender, p.date_of_birth, p.country, p.region, p.town, p.fictional,
  p.last_active_at, p.main_photo, p.main_photo_status, p.main_photo_checked, p.num_photos, p.photos_unseen, p.visitors_see_photo,
  m.paid_at is not null as paid, p.status = 'hidden' as gone, p.status = 'paused' as paused`;

const likedByViewer =
  'exists (select 1 from likes_given l where l.member_id = $viewerId? and l.receiver_id = p.member_id)';

export const listSummaryRows = statement(
  'members.list-summaries',
  `select w.viewer_id, ${summaryColumns}, v.town as viewer_town, vm.site as viewer_site, vm.language as viewer_language,
          exists (select 1 from likes_given l where l.member_id = w.viewer_id and l.receiver_id = p.member_id) as liked
     from unnest($viewerIds::uuid[], $otherIds::uuid[]) as w (viewer_id, member_id)
     join profiles p using (member_id) join members m using (member_id)
     left join profiles v on v.member_id = w.viewer_id
     left join members vm on vm.member_id = w.viewer_id`,
);

export const findProfile = statement(
  'members.find-profile',
  `select ${summaryColumns}, ${likedByViewer} as liked, (select v.town from profiles v where v.member_id = $viewerId?) as viewer_town,
          p.sexuality, p.about, p.interests, p.languages, ${attributeColumns},
          exists (select 1 from likes_received l where l.member_id = $viewerId? and l.sender_id = p.member_id) as likes_you,
          exists (select 1 from blocks b where b.member_id = $viewerId? and b.blocked_id = p.member_id) as blocked,
          (select i.conversation_id from inbox i where i.member_id = $viewerId? and i.other_id = p.member_id and not i.hidden) as conversation
     from profiles p join members m using (member_id)
    where p.member_id = $memberId`,
);

export const findSaid = statement(
  'members.find-said',
  'select about, interests, languages, town from profiles where member_id = $memberId',
);

export const findOwnProfile = statement(
  'members.find-own-profile',
  `select ${ownProfileColumns} from profiles p join members m using (member_id) where p.member_id = $memberId`,
);

export const saveProfile = statement(
  'members.save-profile',
  `update profiles
      set name = $name, gender = $gender, sexuality = $sexuality?, country = $country, region = $region?, town = $town?, about = $about, interests = $interests, languages = $languages, invisible = $invisible, visitors_see_photo = $visitorsSeePhoto?,
          ${profileAttributes.map((name) => `${name} = $attributes::json ->> '${name}'`).join(', ')}
    where member_id = $memberId`,
);

/** Starts or changes a pause. A profile that is not active, or was not before its pause, has none. */
export const pauseProfile = statement(
  'members.pause-profile',
  `update profiles set status = 'paused', paused_until = $until
    where member_id = $memberId and status in ('active', 'paused')`,
);

/** Ends a pause; with `dueAt`, only one whose day has come. A profile hidden meanwhile stays hidden. */
export const resumeProfile = statement(
  'members.resume-profile',
  `update profiles set status = case when status = 'paused' then 'active' else status end, paused_until = null
    where member_id = $memberId and paused_until <= coalesce($dueAt?::timestamptz, 'infinity')`,
);

export const listPausesDue = statement(
  'members.list-pauses-due',
  'select member_id from profiles where paused_until <= $now order by paused_until limit $limit',
);

export const findViewer = statement(
  'members.find-viewer',
  `select gender, sexuality, country, town, interests, languages, date_of_birth, pool,
          (select count(*)::int from hides where hides.member_id = profiles.member_id) as hides
     from profiles where member_id = $memberId`,
);

export type ViewerRow = RowOf<typeof findViewer>;

export const findPlace = statement(
  'members.find-place',
  'select country, region, town from profiles where member_id = $memberId',
);

export const emptyProfile = statement(
  'members.empty-profile',
  `update profiles
      set name = '', about = '', sexuality = null, date_of_birth = '1900-01-01', region = null, town = null, interests = '{}',
          languages = '{}', last_active_at = 'epoch', invisible = false, paused_until = null, visitors_see_photo = null,
          ${profileAttributes.map((name) => `${name} = null`).join(', ')}
    where member_id = $memberId`,
);

export const emptyAbout = statement(
  'members.empty-about',
  `update profiles set about = '' where member_id = $memberId and about <> ''`,
);

export const insertHide = statement(
  'members.insert-hide',
  `insert into hides (member_id, hidden_id, created_at)
   select $memberId::uuid, $hiddenId::uuid, $now::timestamptz
    where (select count(*) from hides where member_id = $memberId::uuid) < $most::int
       on conflict do nothing`,
);

export const findHide = statement(
  'members.find-hide',
  'select hidden_id from hides where member_id = $memberId and hidden_id = $hiddenId',
);

export const deleteHide = statement(
  'members.delete-hide',
  'delete from hides where member_id = $memberId and hidden_id = $hiddenId',
);

export const listHides = statement(
  'members.list-hides',
  'select hidden_id from hides where member_id = $memberId order by created_at desc, hidden_id',
);

/** The key is the hiding member, so this runs on all machines. */
export const deleteHidesByOthers = statement(
  'members.delete-hides-by-others',
  'delete from hides where hidden_id = $memberId',
);

export const deleteMemberRows = statement(
  'members.delete-member-rows',
  `with hidden as (delete from hides where member_id = $memberId)
   delete from daily_picks where member_id = $memberId`,
);

export const listTraits = statement(
  'members.list-traits',
  'select member_id, town, interests, languages, date_of_birth from profiles where member_id = any($memberIds::uuid[])',
);

export const findDailyPicks = statement(
  'members.find-daily-picks',
  'select evening::text as evening, picked_ids from daily_picks where member_id = $memberId',
);

/** Stores the picks of an evening, unless they exist: the first device draws them for all. */
export const makeDailyPicks = statement(
  'members.save-daily-picks',
  `insert into daily_picks (member_id, evening, picked_ids) values ($memberId, $evening::date, $pickedIds::uuid[])
   on conflict on constraint daily_picks_pkey do update set evening = excluded.evening, picked_ids = excluded.picked_ids
    where daily_picks.evening < excluded.evening`,
);

export const deleteOldDailyPicks = statement(
  'members.delete-old-daily-picks',
  'delete from daily_picks where evening < $before::date',
);

const isSamePool = 'coalesce(p.pool = coalesce(v.pool, w.pool), false)';

/** Reads many relationships in one query; `pool` is that of visitors. Subqueries that rarely matter are conditional. */
export const readRelationships = statement(
  'members.read-relationships',
  `select w.viewer_id, w.other_id, p.name, p.status, p.invisible, p.fictional, ${isSamePool} as same_pool,
          ${hasBlocked('w.viewer_id', 'w.other_id')} as blocked_by_viewer,
          ${isBlockedBy('w.viewer_id', 'w.other_id')} as blocked_by_other,
          ${hasHidden('w.viewer_id', 'w.other_id')} as hidden_by_viewer,
          ${isLikedBy('w.viewer_id', 'w.other_id')} as liked_by_other,
          not (${isOpen('p')} and ${isSamePool}) and ${isWrittenToBy('w.viewer_id', 'w.other_id')} as written_by_other,
          coalesce(v.status = 'paused', false) as viewer_paused,
          i.conversation_id, i.hidden as conversation_hidden, coalesce(i.closed, false) as closed, coalesce(i.gift_unanswered, false) as gift_unanswered,
          coalesce(i.written, false) as written,
          case when i.conversation_id is null and m.paid_at is null
               then (select count(*)::int from inbox s where s.member_id = w.viewer_id and s.started) else 0 end as started,
          m.paid_at is not null as paid
     from unnest($viewerIds::uuid[], $otherIds::uuid[], $pools::text[]) as w (viewer_id, other_id, pool)
     join profiles p on p.member_id = w.other_id
     left join profiles v on v.member_id = w.viewer_id
     left join members m on m.member_id = w.viewer_id
     left join inbox i on i.member_id = w.viewer_id and i.other_id = w.other_id`,
);
