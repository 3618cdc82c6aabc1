import { statement } from '../platform/database/database.ts';

export const listMember = statement(
  'export.list-member',
  `select email, name, site, status, language, country, signup_at as signed_up, confirmed_at as confirmed, paid_at as premium_since,
          notifications_off as notices_off, discreet_mail, search, tracking as source, terms_version, terms_accepted_at as terms_accepted,
          sensitive_consent_version as consent_version, sensitive_consent_at as consent_given
     from members where member_id = $memberId order by member_id limit $limit offset $offset`,
);

export const listProfile = statement(
  'export.list-profile',
  `select name, gender, sexuality, date_of_birth::text as born, country, region, town, about, hair_color, eye_color, body_type,
          relationship_status, tattoos, interests, invisible, visitors_see_photo, last_active_at as last_active
     from profiles where member_id = $memberId order by member_id limit $limit offset $offset`,
);

export const listConsents = statement(
  'export.list-consents',
  `select subject as consent, given, version, text_hash, language, way, browser, system, country, noted_at as date
     from consents where member_id = $memberId order by noted_at, consent_id limit $limit offset $offset`,
);

export const listPhotos = statement(
  'export.list-photos',
  `select photo_id as photo, status, refusal as reason, created_at as date
     from photos where member_id = $memberId order by position limit $limit offset $offset`,
);

export const listNotices = statement(
  'export.list-notices',
  `select waiting_since as started, mailed_at as date
     from notices where member_id = $memberId order by member_id limit $limit offset $offset`,
);

export const listPasskeys = statement(
  'export.list-passkeys',
  `select keeper, browser, system, created_at as date, used_at as last_used
     from passkeys where member_id = $memberId order by created_at, credential_id limit $limit offset $offset`,
);

export const listPostbacks = statement(
  'export.list-postbacks',
  `select act as kind, network, amount, currency, state as status, created_at as date
     from postbacks where member_id = $memberId order by act limit $limit offset $offset`,
);

/** Of the complaints, those that the member sent; what others wrote about them says who did. */
export const listComplaints = statement(
  'export.list-complaints',
  `select number, kind, reason, name, email, text, url as link, received_at as date, outcome as answer
     from complaints where reporter_id = $memberId order by number limit $limit offset $offset`,
);
