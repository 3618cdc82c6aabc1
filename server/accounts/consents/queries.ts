import { type RowOf, statement } from '../../platform/database/database.ts';

export const insertConsent = statement(
  'accounts.insert-consent',
  `insert into consents (member_id, consent_id, subject, given, version, text_hash, language, way, browser, system, country, noted_at)
   values ($memberId, $consentId, $subject, $given, $version?, $textHash?, $language?, $way, $browser, $system, $country?, $now)`,
);

/** Lists a member's consents, latest first. The request that a purchase begin at once is stored with the order. */
export const listConsents = statement(
  'accounts.list-consents',
  `select subject, given, version, way, browser, system, country, noted_at from (
     select subject, given, version, way, browser, system, country, noted_at from consents where member_id = $memberId
      union all
     select 'begin_at_once', true, null, 'page', '', '', null, begun_at
       from payments where member_id = $memberId and begun_at is not null and status = 'completed') as noted
    order by noted_at desc, subject, given limit $limit offset $offset`,
);
export type ConsentRow = RowOf<typeof listConsents>;

export const lockKinds = statement(
  'accounts.lock-kinds',
  'select notifications_off from members where member_id = $memberId for no key update',
);

export const deleteConsents = statement('accounts.delete-consents', 'delete from consents where member_id = $memberId');
