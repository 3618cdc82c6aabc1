import Type from 'typebox';

import { distanceBands, distancesKm } from '../geo/geo-bands.ts';
import { photoRefusals } from '../photos/photo-rules.ts';
import {
  ConversationId,
  CountryCode,
  DateTime,
  MemberId,
  Ok,
  PageNumber,
  PhotoId,
  nullable,
} from '../platform/common.ts';
import { anyCountry, countryCodes } from '../platform/countries.ts';
import { defineOperation } from '../platform/operation.ts';
import { minAgeFloorYears } from '../settings/limits.ts';
import { type SearchedAttribute, attributes, byProfileAttribute, searchedAttributes } from './attributes.ts';
import { interestKeys } from './interests.ts';
import {
  aboutLengthMax,
  interestsMax,
  spokenLanguagesMax,
  maxAgeYears,
  nameLengthMax,
  nameLengthMin,
  searchCountMax,
  searchPageSize,
  eveningHours,
  dailyPicksMax,
  signupMatchesMax,
  hiddenMembersMax,
} from './limits.ts';
import { pauseMonths, pausePeriods } from './pause-periods.ts';
import { ordersExplained, searchOrders } from './search-orders.ts';

export const SendBlocker = Type.Enum([
  'credits',
  'premium',
  'unconfirmed',
  'you-blocked',
  'blocked',
  'closed',
  'you-paused',
  'paused',
  'gone',
]);

export const InterestKey = Type.Enum([...interestKeys]);

/** Languages that a member says they speak, in the order in which they chose them. */
const SpokenLanguage = Type.Enum([...attributes.languages]);
const SpokenLanguages = Type.Array(SpokenLanguage, {
  maxItems: spokenLanguagesMax,
  uniqueItems: true,
});

/** A picture in three sizes, as signed paths that expire. Prefix them with the site's `cdn_prefix`. */
export const Image = Type.Object({
  filename: Type.String({ description: 'longest side at most 1200 px' }),
  match: Type.String({ description: 'longest side at most 800 px, for the new-like dialog' }),
  thumb_filename: Type.String({ description: 'longest side at most 400 px' }),
  status: Type.Enum(['approved', 'pending', 'rejected']),
});

/** Lists contain nothing else. Fields that a site does not show are null. Visitors never see who is online. */
export const ProfileSummary = Type.Object({
  id: MemberId,
  name: Type.String(),
  age: nullable(Type.Integer({ minimum: minAgeFloorYears })),
  former: Type.Optional(
    Type.Literal(true, {
      description:
        'present if the member left or was banned; `name` is a placeholder, and there is no age, place or photo',
    }),
  ),
  gender: nullable(Type.Enum([...attributes.gender])),
  country: CountryCode,
  countryregion: nullable(Type.String()),
  town: nullable(Type.String()),
  distance: nullable(Type.Enum([...distanceBands])),
  online: Type.Optional(Type.Boolean({ description: 'whether the member is online; absent for visitors' })),
  main_image: nullable(Image),
  main_blurred: nullable(
    Type.String({ description: 'blurred photo for visitors if the owner shows `main_image` to members only' }),
  ),
  num_photos: Type.Integer({ minimum: 0 }),
  fictional: Type.Boolean({ description: 'whether the operator runs the profile; always shown with its label' }),
  liked: Type.Boolean({ description: 'whether the viewer likes this member' }),
});

/** A photo as the viewer may see it. For a locked photo, only a version blurred on the server is sent. */
export const ProfilePhoto = Type.Object({
  id: PhotoId,
  main: Type.Boolean(),
  locked: Type.Boolean(),
  image: nullable(Image),
  blurred: nullable(Type.String()),
});

const choice = (values: readonly string[]) => nullable(Type.Enum([...values]));

const chosenFields = byProfileAttribute((name) => choice(attributes[name]));

const attributeFilter = Type.Optional(Type.String({ maxLength: 200, description: 'comma-separated values' }));
const attributeFilters = Object.fromEntries(searchedAttributes.map((name) => [name, attributeFilter])) as Record<
  SearchedAttribute,
  typeof attributeFilter
>;

export const Profile = Type.Object({
  ...ProfileSummary.properties,
  ...chosenFields,
  sexuality: nullable(Type.Enum([...attributes.sexuality])),
  about: Type.String(),
  about_language: Type.Optional(
    Type.Enum([...attributes.languages], {
      description: 'language of `about`, where it is recognized or the member speaks one language only',
    }),
  ),
  interests: Type.Array(InterestKey),
  languages: SpokenLanguages,
  photos: Type.Array(ProfilePhoto),
  likes_you: Type.Boolean({ description: 'whether this member likes the viewer' }),
  match: Type.Boolean(),
  blocked: Type.Boolean({ description: 'whether the viewer has blocked this member' }),
  hidden: Type.Boolean({ description: 'whether the viewer hides this member from their searches and suggestions' }),
  conversation: nullable(ConversationId),
  message_credits: Type.Integer({ description: "price in credits of the viewer's next text to this member" }),
  confirmed: Type.Boolean({ description: 'whether the email address is confirmed; until then, nobody can reply' }),
  send_blocker: nullable(SendBlocker),
});

export const OwnPhoto = Type.Object({
  id: PhotoId,
  main: Type.Boolean(),
  position: Type.Integer({ minimum: 0 }),
  hidden: Type.Boolean({ description: "whether the photo exceeds the member's limit and is not shown to others" }),
  image: Image,
  refusal: nullable(Type.Enum([...photoRefusals], { description: 'reason for the rejection' })),
});

/** The member's own profile. It is disabled until the email address is confirmed (specification, section 4). */
export const OwnProfile = Type.Object({
  ...chosenFields,
  // Optional, because a copy that a device kept for offline reading may be older.
  languages: Type.Optional(SpokenLanguages),
  name: Type.String(),
  gender: Type.Enum([...attributes.gender]),
  sexuality: nullable(Type.Enum([...attributes.sexuality])),
  date_of_birth: Type.String(),
  age: Type.Integer(),
  country: CountryCode,
  countryregion: nullable(Type.String()),
  town: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  about: Type.String(),
  interests: Type.Array(InterestKey),
  status: Type.Enum(['active', 'disabled']),
  invisible: Type.Boolean(),
  paused_until: nullable(
    Type.String({ description: 'day on which the pause of the profile ends where the member lives, YYYY-MM-DD' }),
  ),
  visitors_see_photo: Type.Boolean(),
  consent_sensitive: Type.Boolean(),
  main_image: nullable(Image),
  photos: Type.Array(OwnPhoto),
  photos_max: Type.Integer(),
});

const BooleanFlag = Type.Optional(Type.Boolean());
const age = Type.Integer({ minimum: minAgeFloorYears, maximum: maxAgeYears });

/** Lists are comma-separated. Filters on fields that the viewer cannot see are ignored, such as `online`. */
export const SearchQuery = Type.Object({
  gender: Type.Optional(Type.Enum([...attributes.gender])),
  country: Type.Optional(
    Type.Enum([...countryCodes, anyCountry], {
      description: "country to search, by default the viewer's own; `all` searches every country",
    }),
  ),
  countryregion: Type.Optional(Type.String({ maxLength: 10 })),
  min_age: Type.Optional(age),
  max_age: Type.Optional(age),
  distance: Type.Optional(Type.Enum([...distancesKm], { description: 'maximum distance in km' })),
  interests: Type.Optional(
    Type.String({ maxLength: 400, description: 'comma-separated keys; members must have all of them' }),
  ),
  ...attributeFilters,
  name: Type.Optional(
    Type.String({
      minLength: nameLengthMin,
      maxLength: nameLengthMax,
      description: 'beginning of a name, regardless of case and accents; sorts by name. Ignored for visitors',
    }),
  ),
  online: BooleanFlag,
  with_photo: BooleanFlag,
  order: Type.Optional(Type.Enum([...searchOrders], { description: ordersExplained })),
  pageNumber: PageNumber,
});

/** The filters that the server keeps: without interests and gender, which need consent, and without another's name. */
export const KeptSearch = Type.Omit(SearchQuery, ['pageNumber', 'interests', 'gender', 'name']);

export const Town = Type.Object({
  id: Type.String(),
  name: Type.String(),
  region: Type.String(),
  country: CountryCode,
});

export const SharedTraits = Type.Object({
  interests: Type.Array(Type.Enum([...interestKeys])),
  languages: Type.Array(SpokenLanguage),
  town: Type.Boolean(),
  age: Type.Boolean({ description: 'whether the two are at most two years apart in age' }),
});

export const Suggestion = Type.Object({
  ...ProfileSummary.properties,
  shared: SharedTraits,
  conversation: nullable(ConversationId),
  message_credits: Type.Integer({ description: "price in credits of the caller's next text to this member" }),
  send_blocker: nullable(SendBlocker),
});

export const membersOperations = {
  getProfile: defineOperation({
    summary: 'Returns a member as the viewer may see them. A like from this member is no longer new afterwards.',
    source: 'specification, sections 2, 4 and 6',
    audience: 'anyone',
    effect: true,
    input: Type.Object({ id: MemberId }),
    output: Type.Object({ profile: Profile }),
    errors: ['profile.not-found', 'profile.blocked-you', 'search.members-only'],
    limit: 'profile',
  }),
  updateProfile: defineOperation({
    summary: "Changes the given fields of the member's own profile.",
    source: 'specification, sections 3 and 5',
    audience: 'member',
    input: Type.Partial(
      Type.Object({
        ...chosenFields,
        name: Type.String({ maxLength: 100 }),
        gender: Type.Enum([...attributes.gender]),
        sexuality: Type.Enum([...attributes.sexuality]),
        country: CountryCode,
        countryregion: nullable(Type.String({ maxLength: 10 })),
        town: nullable(Type.String({ maxLength: 60 })),
        about: Type.String({ maxLength: aboutLengthMax }),
        interests: Type.Array(InterestKey, { maxItems: interestsMax }),
        languages: SpokenLanguages,
        invisible: Type.Boolean(),
        visitors_see_photo: Type.Boolean(),
        consent_sensitive: Type.Boolean(),
      }),
    ),
    output: Type.Object({ profile: OwnProfile }),
    errors: [
      'name.same-as-email',
      'name.starts-with-at',
      'name.taken',
      'name.not-allowed',
      'town.not-found',
      'consent.missing',
    ],
    limit: 'write',
  }),
  searchProfiles: defineOperation({
    summary: `Returns a page of ${searchPageSize} members who are compatible with the viewer both ways, in the given \`order\`; for visitors, in an order that does not reveal activity.`,
    source: 'specification, sections 3 and 6',
    audience: 'anyone',
    input: SearchQuery,
    output: Type.Object({
      results: Type.Array(ProfileSummary),
      numResults: Type.Integer({
        description: `result count, exact up to ${searchCountMax}; beyond that, ${searchCountMax} with \`more\` set`,
      }),
      more: Type.Boolean(),
      pageNumber: Type.Integer(),
    }),
    errors: ['search.members-only'],
    limit: 'search',
  }),
  listSimilar: defineOperation({
    summary: 'Lists members who are similar to a given member.',
    source: 'specification, section 3',
    audience: 'anyone',
    input: Type.Object({ id: MemberId }),
    output: Type.Object({ results: Type.Array(ProfileSummary), numResults: Type.Integer() }),
    errors: ['profile.not-found', 'profile.blocked-you', 'search.members-only'],
    limit: 'lookup',
  }),
  findPlace: defineOperation({
    summary:
      'Returns the listed town that is nearest to the coordinates, which are rounded to two decimals and neither stored nor logged.',
    source: 'specification, section 7',
    audience: 'anyone',
    input: Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lon: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    output: Type.Object({ town: Town }),
    errors: ['place.not-found'],
    limit: 'lookup',
  }),
  listTowns: defineOperation({
    summary: 'Lists the towns of a country whose names begin with the query or contain it.',
    source: 'geo module: choosing a town',
    audience: 'anyone',
    input: Type.Object({ country: CountryCode, query: Type.String({ maxLength: 60 }) }),
    output: Type.Object({ towns: Type.Array(Town) }),
    errors: [],
    limit: 'lookup',
  }),
  startPause: defineOperation({
    summary: `Pauses the caller's profile, or changes the end of the pause. Until then nobody finds the profile, and only members in a conversation with the caller see it; nobody writes to the caller, the caller neither writes nor likes, and no notices are sent. The pause ends at the start of the day that follows the period where the caller lives; \`open\` stands for the longest, ${pauseMonths.open} months.`,
    source: 'members module: pausing a profile',
    audience: 'member',
    input: Type.Object({ period: Type.Enum([...pausePeriods]) }),
    output: Type.Object({ profile: OwnProfile }),
    errors: ['profile.unconfirmed'],
    limit: 'write',
  }),
  endPause: defineOperation({
    summary: "Ends the pause of the caller's profile.",
    source: 'members module: pausing a profile',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ profile: OwnProfile }),
    errors: [],
    limit: 'write',
  }),
  hideMember: defineOperation({
    summary: `Hides a member from the caller's searches and suggestions. A caller can hide up to ${hiddenMembersMax} members. The hidden member is not told, and can write and like as before.`,
    source: 'members module: hiding somebody without blocking them',
    audience: 'member',
    input: Type.Object({ profile: MemberId }),
    output: Ok,
    errors: ['profile.not-found', 'hide.too-many'],
    limit: 'write',
  }),
  unhideMember: defineOperation({
    summary: 'Shows a hidden member in searches and suggestions again.',
    source: 'members module: hiding somebody without blocking them',
    audience: 'member',
    input: Type.Object({ profile: MemberId }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
  listHidden: defineOperation({
    summary: 'Lists the members whom the caller hides, latest first.',
    source: 'members module: hiding somebody without blocking them',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ profiles: Type.Array(ProfileSummary) }),
    errors: [],
    limit: 'read',
  }),
  getDailyPicks: defineOperation({
    summary: `Returns the daily picks: at most ${dailyPicksMax} members near the caller, drawn once and the same on every device, except for members whom the caller can no longer find. The table is available during the last ${eveningHours} hours of the day where the caller lives; at other times, \`results\` is empty and \`ends_at\` is null.`,
    source: 'match finder (specification, section 2)',
    audience: 'member',
    effect: true,
    input: Type.Object({}),
    output: Type.Object({
      results: Type.Array(Suggestion, { maxItems: dailyPicksMax }),
      ends_at: nullable(DateTime),
      next_at: DateTime,
    }),
    errors: [],
    limit: 'search',
  }),
  listSignupMatches: defineOperation({
    summary:
      'Lists compatible members for the page after sign-up, preferring those nearby and those with the most in common.',
    source: 'specification, section 2',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ results: Type.Array(Suggestion, { maxItems: signupMatchesMax }) }),
    errors: [],
    limit: 'search',
  }),
};

export type Image = Type.Static<typeof Image>;
export type ProfileSummary = Type.Static<typeof ProfileSummary>;
export type ProfilePhoto = Type.Static<typeof ProfilePhoto>;
export type Profile = Type.Static<typeof Profile>;
export type OwnPhoto = Type.Static<typeof OwnPhoto>;
export type OwnProfile = Type.Static<typeof OwnProfile>;
export type SearchQuery = Type.Static<typeof SearchQuery>;
export type KeptSearch = Type.Static<typeof KeptSearch>;
export type Town = Type.Static<typeof Town>;
export type SendBlocker = Type.Static<typeof SendBlocker>;
export type SharedTraits = Type.Static<typeof SharedTraits>;
export type Suggestion = Type.Static<typeof Suggestion>;
