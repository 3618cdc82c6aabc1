import type Type from 'typebox';

import { profileAttributes } from '../../contract/members/attributes.ts';
import { profileFields } from '../../contract/members/shown-profile.ts';
import { countryCodes } from '../../contract/platform/countries.ts';
import { languages } from '../../contract/platform/languages.ts';
import { messageLengthDefault } from '../../contract/chat/limits.ts';
import { minAgeFloorYears } from '../../contract/settings/limits.ts';
import type { CompanyInfo, Settings } from '../../contract/settings/operations.ts';
import { giftPrices } from '../chat/gifts.data.ts';

/** Fields that are computed for each request or from the price list, and that no scope can set. */
export const computedFields = [
  'domain',
  'geoip_country',
  'geoip_selected_country',
  'site_locales',
  'minimum_message_costs',
  'interests',
  'region_data',
  'push_public_key',
  'demo',
  'payments_test',
] as const;

export type ConfiguredSettings = Omit<Type.Static<typeof Settings>, (typeof computedFields)[number]>;

export const defaultSettings: ConfiguredSettings = {
  name: 'Tealight',
  countries: [...countryCodes],
  // Empty: title and description are in the reader's language.
  index_title: '',
  description: '',
  niche: 1,
  signups: 'all',
  logged_out_search: true,
  logged_out_search_trafficsource: true,
  cdn_prefix: '',
  domain_language: null,
  locales: [...languages],
  message_credits: 5,
  reply_credits: null,
  unread_return_days: 0,
  signup_credits: 20,
  photo_credits: 10,
  gift_credits: Math.min(...Object.values(giftPrices)),
  message_length: messageLengthDefault,
  support_phone: '',
  support_email: 'support@tealight.example',
  enable_site_entry_popup: 'yes',
  visible_profile_fields: [...profileFields],
  visible_profile_notes: false,
  search_fields: [...profileAttributes, 'languages'],
  fictional_warning: true,
  // Empty: the label is in the reader's language.
  fictional_singular: '',
  fictional_plural: '',
  refund_days: 14,
  member_resell: false,
  company_id: 1,
  mail_name: 'Tealight',
  min_age: minAgeFloorYears,
  premium_match_claim: null,
  account_discretion: false,
};

/** The creditor identifier of a fresh installation outside production: nobody's, with correct check digits. */
export const exampleCreditorId = 'NL22ZZZ000000000000';

/** The company of a fresh installation; an operator replaces it under the key `company` of a scope. */
export const defaultCompany: Type.Static<typeof CompanyInfo> = {
  name: 'Tealight Example B.V.',
  address: 'Voorbeeldkade 1, 1011 AA',
  kvk: '00000000',
  city: 'Amsterdam',
  country: 'NL',
  tradenames: ['Tealight'],
  vat_numbers: ['NL000000000B00'],
  representative: '',
  dispute_body: '',
  support_phone: '',
  delete_discount: false,
  added: '2023-12-01T12:00:00.000Z',
};
