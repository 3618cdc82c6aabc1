import { profileAttributes } from '../../contract/members/attributes.ts';
import { type RowOf, statement } from '../platform/database/database.ts';

/** Records activity. Profiles are always locked in the same order. */
export const touchProfiles = statement(
  'members.touch-profiles',
  `with here as (
     select p.member_id
       from json_array_elements_text($memberIds::json) as m (member_id)
       join profiles p on p.member_id = m.member_id::uuid
      order by p.member_id for no key update of p)
   update profiles set last_active_at = $now from here where profiles.member_id = here.member_id`,
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

/** Copies the first approved photo and the number of approved ones; a trigger adds the review state. */
export const copyPhotos = statement(
  'members.copy-photos',
  `update profiles p
      set main_photo = shown.ids[1], main_photo_status = case when shown.number > 0 then 'approved' end, num_photos = shown.number
     from (select array_agg(photo_id order by position) as ids, count(*) as number
             from photos where member_id = $memberId and status = 'approved') shown
    where p.member_id = $memberId`,
);

const attributeColumns = profileAttributes.map((name) => `p.${name}`).join(', ');

const summaryColumns = `p.member_id, p.name, p.gender, p.date_of_birth, p.country, p.region, p.town, p.fictional,
  p.last_active_at, p.main_photo, p.main_photo_status, p.main_photo_checked, p.num_photos, p.photos_unseen, p.visitors_see_photo,
  m.paid_at is not null as paid, p.status = 'hidden' as gone`;

const likedByViewer =
  'exists (select from likes_given l where l.member_id = $viewerId? and l.receiver_id = p.member_id)';

/** Members with their viewers; a null viewer is a visitor. */
export const listSummaryRows = statement(
  'members.list-summaries',
  `select w.viewer_id, ${summaryColumns}, v.town as viewer_town, vm.site as viewer_site, vm.language as viewer_language,
          exists (select from likes_given l where l.member_id = w.viewer_id and l.receiver_id = p.member_id) as liked
     from unnest($viewerIds::uuid[], $otherIds::uuid[]) as w (viewer_id, member_id)
     join profiles p using (member_id) join members m using (member_id)
     left join profiles v on v.member_id = w.viewer_id
     left join members vm on vm.member_id = w.viewer_id`,
);

export const findProfile = statement(
  'members.find-profile',
  `select ${summaryColumns}, ${likedByViewer} as liked, (select v.town from profiles v where v.member_id = $viewerId?) as viewer_town,
          p.sexuality, p.about, p.interests, ${attributeColumns},
          exists (select from likes_received l where l.member_id = $viewerId? and l.sender_id = p.member_id) as likes_you,
          exists (select from blocks b where b.member_id = $viewerId? and b.blocked_id = p.member_id) as blocked,
          (select i.conversation_id from inbox i where i.member_id = $viewerId? and i.other_id = p.member_id and not i.hidden) as conversation
     from profiles p join members m using (member_id)
    where p.member_id = $memberId`,
);

/** The parts of a profile that a message can quote or an icebreaker can name. */
export const findSaid = statement(
  'members.find-said',
  'select about, interests, town from profiles where member_id = $memberId',
);

export const findOwnProfile = statement(
  'members.find-own-profile',
  `select p.member_id, m.site, p.name, p.gender, p.sexuality, p.date_of_birth, p.country, p.region, p.town, p.about, ${attributeColumns},
          p.interests, p.status, p.invisible, p.visitors_see_photo, p.fictional,
          m.paid_at is not null as paid, m.sensitive_consent_at is not null as consent
     from profiles p join members m using (member_id)
    where p.member_id = $memberId`,
);

export const saveProfile = statement(
  'members.save-profile',
  `update profiles
      set name = $name, gender = $gender, sexuality = $sexuality?, country = $country, region = $region?, town = $town?, about = $about, interests = $interests, invisible = $invisible, visitors_see_photo = $visitorsSeePhoto?,
          ${profileAttributes.map((name) => `${name} = $attributes::json ->> '${name}'`).join(', ')}
    where member_id = $memberId`,
);

/** The facts about the viewer, or the reference member, that a search needs. */
export const findSeeker = statement(
  'members.find-seeker',
  `select gender, sexuality, country, town, interests, date_of_birth, pool,
          (select count(*)::int from hides where hides.member_id = profiles.member_id) as hides
     from profiles where member_id = $memberId`,
);

export type SeekerRow = RowOf<typeof findSeeker>;

export const findPlace = statement(
  'members.find-place',
  'select country, region, town from profiles where member_id = $memberId',
);

export const emptyProfile = statement(
  'members.empty-profile',
  `update profiles
      set name = '', about = '', sexuality = null, date_of_birth = '1900-01-01', region = null, town = null, interests = '{}',
          last_active_at = 'epoch', invisible = false, visitors_see_photo = null,
          ${profileAttributes.map((name) => `${name} = null`).join(', ')}
    where member_id = $memberId`,
);

export const emptyAbout = statement(
  'members.empty-about',
  `update profiles set about = '' where member_id = $memberId and about <> ''`,
);
