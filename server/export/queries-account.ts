import { statement } from '../platform/database/database.ts';

export const listMember = statement(
  'export.list-member',
  `select email, name, site, status, language, country, next_country, next_country_from, signup_at as signed_up, confirmed_at as confirmed, paid_at as premium_since,
          notifications_off as notices_off, discreet_mail, search, tracking as source, terms_version, terms_accepted_at as terms_accepted,
          sensitive_consent_version as consent_version, sensitive_consent_at as consent_given
     from members where member_id = $memberId order by member_id`,
);

export const listProfile = statement(
  'export.list-profile',
  `select name, gender, sexuality, date_of_birth::text as born, country, region, town, about, hair_color, eye_color, body_type,
          relationship_status, tattoos, interests, invisible, visitors_see_photo, last_active_at as last_active
     from profiles where member_id = $memberId order by member_id`,
);

export const listConsents = statement(
  'export.list-consents',
  `select subject as consent, given, version, text_hash, language, way, browser, system, country, noted_at as date
     from consents where member_id = $memberId order by noted_at, consent_id`,
);

export const listPhotos = statement(
  'export.list-photos',
  `select photo_id as photo, status, refusal as reason, created_at as date
     from photos where member_id = $memberId order by position`,
);

export const listNotices = statement(
  'export.list-notices',
  `select waiting_since as started, sent_at as date, push_off
     from notices where member_id = $memberId order by member_id`,
);

/** Device and country of each session, without its tokens. */
export const listSessions = statement(
  'export.list-sessions',
  `select browser, system, country, created_at as date, seen_at as last_used
     from sessions where member_id = $memberId order by seen_at desc, token_hash`,
);

export const listMailChanges = statement(
  'export.list-mail-changes',
  `select old_email, new_email, asked_at as date, done_at as confirmed, refused_at as failed
     from mail_changes where member_id = $memberId order by asked_at, change_id`,
);

/** The table keeps the address only as a hash. */
export const listMailFailures = statement(
  'export.list-mail-failures',
  `select trouble as reason, sent_at as date from mail_failures where member_id = $memberId order by sent_at, trouble`,
);

export const listDigests = statement(
  'export.list-digests',
  `select kind, planned_at as date from digests where member_id = $memberId order by planned_at, kind`,
);

/** Without the keys that can send a push. */
export const listPushes = statement(
  'export.list-pushes',
  `select created_at as date from push_subscriptions where member_id = $memberId order by created_at, subscription_id`,
);

export const listPasskeys = statement(
  'export.list-passkeys',
  `select keeper, browser, system, created_at as date, used_at as last_used
     from passkeys where member_id = $memberId order by created_at, credential_id`,
);

export const listPostbacks = statement(
  'export.list-postbacks',
  `select act as kind, network, amount, currency, state as status, created_at as date
     from postbacks where member_id = $memberId order by act`,
);

/**
 * The member's complaints: those they sent as a member, and those sent by form from their address, once it is
 * confirmed. Complaints of others about them are excluded, because they reveal their author.
 */
const isOwn = `(c.reporter_id = $memberId
  or lower(c.email) = (select lower(m.email) from members m where m.member_id = $memberId and m.confirmed_at is not null and m.email <> ''))`;

export const listComplaints = statement(
  'export.list-complaints',
  `select c.number, c.kind, c.reason, c.name, c.email, c.text, c.url as link, c.received_at as date, c.outcome as answer
     from complaints c where ${isOwn} order by c.number`,
);

export const listComplaintAnswers = statement(
  'export.list-complaint-answers',
  `select a.number, a.text, a.answered_at as date
     from complaint_answers a join complaints c using (number)
    where ${isOwn} order by a.number, a.position`,
);

export const listComplaintFiles = statement(
  'export.list-complaint-files',
  `select f.number, f.number || '-' || f.position || '.' || f.kind as file
     from complaint_files f join complaints c using (number)
    where ${isOwn} order by f.number, f.position`,
);

export const loadComplaintFile = statement(
  'export.load-complaint-file',
  `select f.content from complaint_files f
    where f.number = left($file, 11) and f.number || '-' || f.position || '.' || f.kind = $file`,
);

export const listMeasures = statement(
  'export.list-measures',
  `select number, kind, ground as reason, law, facts as text, decided_at as date, lifted_at as undone
     from measures where member_id = $memberId order by decided_at, number`,
);
