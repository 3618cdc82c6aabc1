import Type from 'typebox';

import { CountryCode, Currency, Empty, LanguageCode, nullable } from '../platform/common.ts';
import { messageLengthMax } from '../chat/limits.ts';
import { minAgeCeilingYears, minAgeFloorYears } from './limits.ts';
import { defineOperation } from '../platform/operation.ts';

export const Region = Type.Object({ code: Type.String(), name: Type.String() });
export const Interest = Type.Object({ key: Type.String(), icon: Type.String(), explicit: Type.Boolean() });

export const MessageCosts = Type.Object({
  costs: Type.Integer({ description: 'lowest price of one message, in minor units' }),
  currency: Currency,
});

/** A comparative advertising claim, with the evidence that the law requires. */
const EvidencedClaim = Type.Object({
  percent: Type.Integer({ minimum: 1 }),
  source: Type.String({ minLength: 1, description: 'source of the measurement, as shown to readers' }),
  measured_on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
});

const creditsMax = 10_000;
const daysMax = 3_650;
const Price = Type.Integer({ minimum: 0, maximum: creditsMax });

/** A text with more than spaces. */
const Filled = Type.String({ pattern: '\\S' });

/** The settings of a site (specification, section 3). */
export const Settings = Type.Object({
  name: Filled,
  countries: Type.Array(CountryCode, { minItems: 1, uniqueItems: true }),
  index_title: Type.String(),
  description: Type.String(),
  niche: Type.Integer({ minimum: 1, maximum: 7 }),
  signups: Type.Enum(['all', 'with_trafficsource', 'invite_only']),
  logged_out_search: Type.Boolean({ description: 'whether visitors without a traffic source may search' }),
  logged_out_search_trafficsource: Type.Boolean({ description: 'whether visitors with a traffic source may search' }),
  geoip_country: nullable(CountryCode),
  geoip_selected_country: nullable(CountryCode),
  cdn_prefix: Type.String(),
  domain: Type.String(),
  domain_language: nullable(LanguageCode),
  locales: Type.Array(LanguageCode, {
    minItems: 1,
    uniqueItems: true,
    description: 'languages in the language menu, the default first',
  }),
  site_locales: Type.Array(LanguageCode, { description: "languages of the site, regardless of the visitor's country" }),
  push_public_key: nullable(Type.String({ description: 'public key for push subscriptions; null without pushes' })),
  minimum_message_costs: Type.Record(Type.String(), MessageCosts),
  message_credits: Price,
  reply_credits: nullable(
    Type.Integer({
      minimum: 0,
      maximum: creditsMax,
      description: 'price in credits of the first reply to a member who wrote first; null: the price of a message',
    }),
  ),
  unread_return_days: Type.Integer({
    minimum: 0,
    maximum: daysMax,
    description: 'days after which the credits for an unopened message are returned; 0: never',
  }),
  signup_credits: Price,
  photo_credits: Price,
  gift_credits: Type.Integer({ minimum: 0, maximum: creditsMax, description: 'price of the cheapest gift in credits' }),
  message_length: Type.Integer({ minimum: 1, maximum: messageLengthMax }),
  support_phone: Type.String(),
  support_email: Type.String({ pattern: '^[^@\\s<>",;]+@[^@\\s<>",;]+$' }),
  enable_site_entry_popup: Type.Enum(['yes', 'no']),
  visible_profile_fields: Type.Array(Type.String()),
  visible_profile_notes: Type.Boolean(),
  search_fields: Type.Array(Type.String()),
  fictional_warning: Type.Boolean(),
  fictional_singular: Type.String(),
  fictional_plural: Type.String(),
  refund_days: Type.Integer({ minimum: 0, maximum: daysMax }),
  member_resell: Type.Boolean(),
  company_id: Type.Integer({ minimum: 1 }),
  mail_name: Filled,
  interests: Type.Array(Interest),
  region_data: Type.Record(Type.String(), Type.Array(Region)),
  min_age: Type.Integer({ minimum: minAgeFloorYears, maximum: minAgeCeilingYears }),
  premium_match_claim: nullable(EvidencedClaim),
  account_discretion: Type.Boolean(),
  demo: Type.Boolean({ description: 'whether this is the demo site' }),
  payments_test: Type.Boolean({ description: 'whether payments are only tests, as every page states' }),
});

export const CompanyInfo = Type.Object({
  name: Filled,
  address: Filled,
  kvk: Type.String(),
  city: Filled,
  country: CountryCode,
  tradenames: Type.Array(Type.String()),
  vat_numbers: Type.Array(Type.String()),
  representative: Type.String({ description: 'who represents the company; empty if not given' }),
  dispute_body: Type.String({
    description:
      'name, address and website of the consumer dispute body in which the company takes part; empty if none',
  }),
  support_phone: Type.String(),
  delete_discount: Type.Boolean(),
  added: Type.String({ format: 'date-time', description: 'time the company was added; its terms are no older' }),
});

export const settingsOperations = {
  getSettings: defineOperation({
    summary: 'Returns the settings of the site at the host of the request or, if given, at `domain`.',
    source: 'specification, sections 3 and 7',
    audience: 'anyone',
    input: Type.Object({ domain: Type.Optional(Type.String({ maxLength: 253 })) }),
    output: Settings,
    compressed: true,
    errors: [],
    limit: 'read',
  }),
  getCompanyInfo: defineOperation({
    summary: 'Returns the company behind the site, for the footer and the legal pages.',
    source: 'specification, sections 3 and 7',
    audience: 'anyone',
    input: Empty,
    output: CompanyInfo,
    errors: [],
    limit: 'read',
  }),
  listInterests: defineOperation({
    summary: 'Lists the interests that members of this site can choose.',
    source: 'specification, sections 3 and 7',
    audience: 'anyone',
    input: Empty,
    output: Type.Object({ interests: Type.Array(Interest) }),
    compressed: true,
    errors: [],
    limit: 'read',
  }),
  listRegions: defineOperation({
    summary: 'Lists the first-level regions of every country of the site.',
    source: 'specification, sections 3 and 7',
    audience: 'anyone',
    input: Empty,
    output: Type.Object({ regions: Type.Record(Type.String(), Type.Array(Region)) }),
    compressed: true,
    errors: [],
    limit: 'read',
  }),
};
