import { type Gender, type Sexuality, profileAttributes } from '../../contract/attributes.ts';
import type { Country } from '../../contract/countries.ts';
import { statement } from '../platform/database/database.ts';
import type { OwnRow, ProfileRow, SummaryRow } from './present.ts';

/** Notes that members are here; their profiles are locked always in the same order. */
export const touchProfiles = statement(
  'members.touch-profiles',
  `with here as (
     select p.member_id
       from json_array_elements_text($1) as m (member_id)
       join profiles p on p.member_id = m.member_id::uuid
      order by p.member_id for no key update of p)
   update profiles set last_active_at = $2 from here where profiles.member_id = here.member_id`,
);

export const insertProfile = statement(
  'members.insert-profile',
  `insert into profiles (member_id, name, gender, sexuality, date_of_birth, country, region, town, fictional, pool, status, last_active_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'disabled', $11)`,
);

export const activate = statement(
  'members.activate-profile',
  `update profiles set status = 'active' where member_id = $1 and status = 'disabled'`,
);

export const lockProfile = statement<{ member_id: string }>(
  'members.lock-profile',
  'select member_id from profiles where member_id = $1 for update',
);

/** Main photo and number of photos, taken over from the photos themselves. */
export const copyPhotos = statement(
  'members.copy-photos',
  `update profiles
      set (main_photo, main_photo_status) = (select photo_id, status from photos where member_id = $1 order by position limit 1),
          num_photos = (select count(*) from photos where member_id = $1 and status = 'approved')
    where member_id = $1`,
);

const attributeColumns = profileAttributes.map((name) => `p.${name}`).join(', ');

const summaryColumns = `p.member_id, p.name, p.gender, p.date_of_birth, p.country, p.region, p.town, p.fictional,
  p.last_active_at, p.main_photo, p.main_photo_status, p.num_photos, m.paid_at is not null as paid`;

const likedByViewer = 'exists (select from likes_given l where l.member_id = $2 and l.receiver_id = p.member_id)';

/** Members beside their viewers; a viewer of null is a visitor. */
export const listSummaryRows = statement<SummaryRow & { viewer_id: string | null }>(
  'members.list-summaries',
  `select w.viewer_id, ${summaryColumns}, v.town as viewer_town,
          exists (select from likes_given l where l.member_id = w.viewer_id and l.receiver_id = p.member_id) as liked
     from unnest($1::uuid[], $2::uuid[]) as w (viewer_id, member_id)
     join profiles p using (member_id) join members m using (member_id)
     left join profiles v on v.member_id = w.viewer_id`,
);

export const findProfile = statement<ProfileRow>(
  'members.find-profile',
  `select ${summaryColumns}, ${likedByViewer} as liked, (select v.town from profiles v where v.member_id = $2) as viewer_town,
          p.sexuality, p.about, p.interests, ${attributeColumns},
          exists (select from likes_received l where l.member_id = $2 and l.sender_id = p.member_id) as likes_you,
          exists (select from blocks b where b.member_id = $2 and b.blocked_id = p.member_id) as blocked,
          (select i.conversation_id from inbox i where i.member_id = $2 and i.other_id = p.member_id and not i.hidden) as conversation
     from profiles p join members m using (member_id)
    where p.member_id = $1`,
);

export const findOwnProfile = statement<OwnRow>(
  'members.find-own-profile',
  `select p.member_id, p.name, p.gender, p.sexuality, p.date_of_birth, p.country, p.region, p.town, p.about, ${attributeColumns},
          p.interests, p.status, p.invisible, p.fictional,
          m.paid_at is not null as paid, m.sensitive_consent_at is not null as consent
     from profiles p join members m using (member_id)
    where p.member_id = $1`,
);

/** The fields of a profile that its owner writes; every one is given, changed or as it was. */
export const saveProfile = statement(
  'members.save-profile',
  `update profiles
      set name = $2, gender = $3, sexuality = $4, country = $5, region = $6, town = $7, about = $8, interests = $10, invisible = $11,
          ${profileAttributes.map((name) => `${name} = $9::json ->> '${name}'`).join(', ')}
    where member_id = $1`,
);

/** What a search needs to know of the one who searches, or of the one whose like is looked for. */
export interface SeekerRow {
  gender: Gender;
  sexuality: Sexuality | null;
  country: Country;
  town: string | null;
  interests: string[];
  date_of_birth: string;
  pool: string;
}

export const findSeeker = statement<SeekerRow>(
  'members.find-seeker',
  'select gender, sexuality, country, town, interests, date_of_birth, pool from profiles where member_id = $1',
);
