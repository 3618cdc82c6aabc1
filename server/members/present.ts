import type { Country } from '../../contract/platform/countries.ts';
import {
  type Gender,
  type ProfileAttribute,
  type Sexuality,
  byProfileAttribute,
} from '../../contract/members/attributes.ts';
import { type DistanceBand } from '../../contract/geo/geo-bands.ts';
import type { SendBlocker } from '../../contract/members/send-blocker.ts';
import type {
  Image,
  OwnPhoto,
  OwnProfile,
  Profile,
  ProfilePhoto,
  ProfileSummary,
} from '../../contract/members/operations.ts';
import { ageAt } from '../../contract/members/birth-date.ts';
import type { ProfileField, ShownProfile } from '../../contract/members/shown-profile.ts';
import { distanceBand, distanceKm, townById } from '../geo/towns.ts';
import { isForEverybody, getPhotosMax } from '../photos/rules.ts';
import { onlineSince } from './rules.ts';
import { showsPhotoToVisitors } from './visibility/rules.ts';

export interface SummaryRow {
  member_id: string;
  name: string;
  gender: Gender;
  date_of_birth: string;
  country: Country;
  region: string | null;
  town: string | null;
  fictional: boolean;
  last_active_at: Date;
  main_photo: string | null;
  main_photo_status: Image['status'] | null;
  main_photo_checked: boolean;
  num_photos: number;
  /** The number of photos without a review. */
  photos_unseen: number;
  visitors_see_photo: boolean | null;
  paid: boolean;
  liked: boolean;
  viewer_town: string | null;
}

type ChosenRow = Record<ProfileAttribute, string | null>;

export interface ProfileRow extends SummaryRow, ChosenRow {
  sexuality: Sexuality | null;
  about: string;
  interests: string[];
  likes_you: boolean;
  blocked: boolean;
  conversation: string | null;
}

export interface OwnRow extends ChosenRow {
  member_id: string;
  site: string;
  name: string;
  gender: Gender;
  sexuality: Sexuality | null;
  date_of_birth: string;
  country: Country;
  region: string | null;
  town: string | null;
  about: string;
  interests: string[];
  status: string;
  invisible: boolean;
  visitors_see_photo: boolean | null;
  fictional: boolean;
  paid: boolean;
  consent: boolean;
}

/** The viewer, the time, the fields that the viewer's site shows, and functions that sign picture links for them. */
export interface View {
  viewerId: string | null;
  shown: ShownProfile;
  now: Date;
  image(ownerId: string, photoId: string, status: Image['status']): Image;
  blurred(ownerId: string, photoId: string): string;
}

/** The public fields of a member; nothing else of the row leaves the server. */
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
    ...(view.viewerId !== null && { online: row.last_active_at > onlineSince(view.now) }),
    ...mainPhoto(row, own, view),
    num_photos: numberOfPhotos(row, view),
    fictional: row.fictional,
    liked: row.liked,
  };
}

/** The summary of a former member, for members who have a conversation with them. */
export function toFormer(summary: ProfileSummary, placeholder: string): ProfileSummary {
  const nothing = { age: null, gender: null, countryregion: null, town: null, distance: null };
  const noPhoto = { main_image: null, main_blurred: null, num_photos: 0 };
  return { ...summary, ...nothing, ...noPhoto, online: false, name: placeholder, former: true };
}

/** Visitors do not learn that photos without a review exist. */
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

/** The distance between two towns as a band; null if either is unknown. */
export function bandBetween(a: string | null, b: string | null): DistanceBand | null {
  const from = a ? townById(a) : undefined;
  const to = b ? townById(b) : undefined;
  return from && to ? distanceBand(distanceKm(from, to)) : null;
}

/** The parts of a profile that are not in its row. */
export interface ProfileParts {
  photos: ProfilePhoto[];
  /** The price of the viewer's next text, in credits. */
  messageCredits: number;
  confirmed: boolean;
  /** Why the viewer cannot write, credits aside. */
  sendBlocker: SendBlocker | null;
  hidden: boolean;
}

/** A member as another viewer sees them. Fields that the site does not show to the viewer are empty. */
export function toProfile(row: ProfileRow, view: View, parts: ProfileParts): Profile {
  const { fields, interests } = view.shown;
  const shows = (field: ProfileField): boolean => fields.has(field);
  return {
    ...toSummary(row, view),
    ...(byProfileAttribute((name) => (shows(name) ? row[name] : null)) as Pick<Profile, ProfileAttribute>),
    sexuality: shows('sexuality') ? row.sexuality : null,
    about: shows('about') ? row.about : '',
    interests: row.interests.filter((key) => interests.has(key)) as Profile['interests'],
    photos: parts.photos,
    likes_you: row.likes_you,
    match: row.liked && row.likes_you,
    blocked: row.blocked,
    hidden: parts.hidden,
    conversation: row.conversation,
    message_credits: parts.messageCredits,
    confirmed: parts.confirmed,
    bar: parts.sendBlocker,
  };
}

/** The member's own profile with everything they wrote. `offered`: the interests of their own site. */
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
    status: row.status === 'active' ? 'active' : 'disabled',
    invisible: row.invisible,
    visitors_see_photo: showsPhotoToVisitors(row),
    consent_sensitive: row.consent,
    main_image: photos.find(({ main, image }) => main && image.status !== 'rejected')?.image ?? null,
    photos,
    photos_max: getPhotosMax(row),
  };
}
