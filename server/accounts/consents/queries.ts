import { type RowOf, statement } from '../../platform/database/database.ts';

export const insertConsent = statement(
  'accounts.insert-consent',
  `insert into consents (member_id, consent_id, subject, given, version, text_hash, language, way, browser, system, country, noted_at)
   values ($memberId, $consentId, $subject, $given, $version?, $textHash?, $language?, $way, $browser, $system, $country?, $now)`,
);

// Accounts without a row of the subject in the log: those older than the log, and those of the demo.
const unlogged = (subject: string): string =>
  `m.member_id = $memberId and not exists (select 1 from consents n where n.member_id = $memberId and n.subject = '${subject}')`;

/** The consent to sensitive fields, if only the account row records it. */
export const findUnlogged = statement(
  'accounts.find-unlogged',
  `select m.sensitive_consent_version as version, m.sensitive_consent_at as given_at
     from members m where ${unlogged('sensitive')} and m.sensitive_consent_at is not null`,
);

const known = `
  select c.subject, c.given, c.version, c.way, c.browser, c.system, c.country, c.noted_at
    from consents c where c.member_id = $memberId
  union all
  select 'terms', true, m.terms_version, 'page', '', '', null, m.terms_accepted_at
    from members m where ${unlogged('terms')} and m.terms_version <> ''
  union all
  select 'sensitive', true, m.sensitive_consent_version, 'page', '', '', null, m.sensitive_consent_at
    from members m where ${unlogged('sensitive')} and m.sensitive_consent_at is not null
  union all
  select 'begin_at_once', true, null, 'page', '', '', null, p.begun_at
    from payments p where p.member_id = $memberId and p.begun_at is not null and p.status = 'completed'`;

/** Latest first. The request that a purchase begin at once is stored with the order. */
export const listConsents = statement(
  'accounts.list-consents',
  `select subject, given, version, way, browser, system, country, noted_at from (${known}) as noted
    order by noted_at desc, subject, given limit $limit offset $offset`,
);
export type ConsentRow = RowOf<typeof listConsents>;

export const lockKinds = statement(
  'accounts.lock-kinds',
  'select notifications_off from members where member_id = $memberId for no key update',
);

export const deleteConsents = statement('accounts.delete-consents', 'delete from consents where member_id = $memberId');
