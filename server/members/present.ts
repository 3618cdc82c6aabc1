import { type DistanceBand } from '../../contract/geo/geo-bands.ts';
import { type ProfileAttribute, byProfileAttribute } from '../../contract/members/attributes.ts';
import { ageAt } from '../../contract/members/birth-date.ts';
import type { Image, OwnPhoto, OwnProfile, Profile, ProfileSummary } from '../../contract/members/operations.ts';
import type { ProfileField, ShownProfile } from '../../contract/members/shown-profile.ts';
import { dayIn, dayText } from '../../contract/platform/calendar.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import { distanceBand, distanceKm, townById } from '../geo/towns.ts';
import { isForEverybody, getPhotosMax } from '../photos/rules.ts';
import { detectLanguage } from '../platform/text/detect-language.ts';
import type { RowOf } from '../platform/database/database.ts';
import type { findOwnProfile, findProfile, listSummaryRows } from './queries.ts';
import { onlineSince } from './rules.ts';
import { showsPhotoToVisitors, unseen } from './visibility/rules.ts';

type ProfileRow = RowOf<typeof findProfile>;
type SummaryRow = Pick<ProfileRow, keyof ProfileRow & keyof RowOf<typeof listSummaryRows>>;
export type OwnRow = RowOf<typeof findOwnProfile>;

export interface View {
  viewerId: MemberId | null;
  shown: ShownProfile;
  now: Date;
  image(ownerId: MemberId, photoId: PhotoId, status: Image['status']): Image;
  blurred(ownerId: MemberId, photoId: PhotoId): string;
}

/** Returns the only fields of the row that leave the server. */
export function toSummary(row: SummaryRow, view: View): ProfileSummary {
  const own = row.member_id === view.viewerId;
  const ifShown = <T>(field: ProfileField, value: T): T | null => (view.shown.fields.has(field) ? value : null);
  return {
    id: row.member_id,
    name: row.name,
    age: ageAt(row.date_of_birth, view.now),
    gender: ifShown('gender', row.gender),
    country: row.country,
    countryregion: ifShown('countryregion', row.region),
    town: ifShown('town', (row.town && townById(row.town)?.name) || null),
    // Distances from a few towns would reveal the town.
    distance: own ? null : ifShown('town', bandBetween(row.viewer_town, row.town)),
    ...(view.viewerId !== null && { online: !row.paused && row.last_active_at > onlineSince(view.now) }),
    ...mainPhoto(row, own, view),
    num_photos: numberOfPhotos(row, view),
    fictional: row.fictional,
    liked: row.liked,
  };
}

export function toFormer(summary: ProfileSummary, placeholder: string): ProfileSummary {
  return { ...summary, ...unseen, age: null, gender: null, name: placeholder, former: true };
}

/** Counts the photos that the viewer may know of: to visitors, none without a review. */
function numberOfPhotos(row: SummaryRow, { viewerId }: View): number {
  const hidden = viewerId !== null || row.fictional ? 0 : row.photos_unseen;
  return Math.min(row.num_photos - hidden, getPhotosMax(row));
}

function mainPhoto(row: SummaryRow, own: boolean, view: View): Pick<ProfileSummary, 'main_image' | 'main_blurred'> {
  const { member_id: id, main_photo: photo, main_photo_status: status } = row;
  const none = { main_image: null, main_blurred: null };
  if (!photo || !status || !(own || status === 'approved')) return none;
  if (view.viewerId === null) {
    if (!isForEverybody({ checked: row.main_photo_checked, fictional: row.fictional })) return none;
    if (!showsPhotoToVisitors(row)) return { main_image: null, main_blurred: view.blurred(id, photo) };
  }
  return { main_image: view.image(id, photo, status), main_blurred: null };
}

function bandBetween(a: string | null, b: string | null): DistanceBand | null {
  const from = a ? townById(a) : undefined;
  const to = b ? townById(b) : undefined;
  return from && to ? distanceBand(distanceKm(from, to)) : null;
}

/** Presents a profile. Fields that the site does not show to the viewer are empty. */
export function toProfile(row: ProfileRow, view: View) {
  const { fields, interests } = view.shown;
  const shows = (field: ProfileField): boolean => fields.has(field);
  const about = shows('about') ? row.about : '';
  const languages = (shows('languages') ? row.languages : []) as Profile['languages'];
  const only = languages.length === 1 ? languages[0] : undefined;
  const aboutLanguage = about === '' ? undefined : (detectLanguage(about) ?? only);
  return {
    ...toSummary(row, view),
    ...(byProfileAttribute((name) => (shows(name) ? row[name] : null)) as Pick<Profile, ProfileAttribute>),
    sexuality: shows('sexuality') ? row.sexuality : null,
    about,
    ...(aboutLanguage && { about_language: aboutLanguage }),
    interests: row.interests.filter((key) => interests.has(key)) as Profile['interests'],
    languages,
    likes_you: row.likes_you,
    match: row.liked && row.likes_you,
    blocked: row.blocked,
    conversation: row.conversation,
  };
}

export function toOwnProfile(
  row: OwnRow,
  { now, photos, offered }: { now: Date; photos: OwnPhoto[]; offered: readonly { key: string }[] },
): OwnProfile {
  const town = row.town ? townById(row.town) : undefined;
  return {
    name: row.name,
    gender: row.gender,
    sexuality: row.sexuality,
    date_of_birth: row.date_of_birth,
    age: ageAt(row.date_of_birth, now),
    country: row.country,
    countryregion: row.region,
    town: town ? { id: town.id, name: town.name } : null,
    about: row.about,
    ...(byProfileAttribute((name) => row[name]) as Pick<OwnProfile, ProfileAttribute>),
    interests: row.interests.filter((key) => offered.some((one) => one.key === key)) as OwnProfile['interests'],
    languages: row.languages as OwnProfile['languages'],
    status: row.status === 'disabled' ? 'disabled' : 'active',
    invisible: row.invisible,
    paused_until: row.paused_until && dayText(dayIn(getPlaceTimeZone(row), row.paused_until)),
    visitors_see_photo: showsPhotoToVisitors(row),
    consent_sensitive: row.consent,
    main_image: photos.find(({ main, image }) => main && image.status !== 'rejected')?.image ?? null,
    photos,
    photos_max: getPhotosMax(row),
  };
}
