import { statement } from '../server/platform/database/database.ts';

/** A lock held until the end of the transaction; another node that fills the site waits for it. */
export const lockFilling = statement('demo.lock-filling', 'select pg_advisory_xact_lock(7482902)');

/** Acquires the lock for storing photos, if it is free, until the transaction ends. Only one node stores at a time. */
export const tryLockPhotos = statement('demo.try-lock-photos', 'select pg_try_advisory_xact_lock(7482903) as acquired');

export const findMembers = statement(
  'demo.find-members',
  `select exists (select 1 from profiles where fictional) as filled,
          exists (select 1 from profiles where not fictional) as used`,
);

export const listAllCast = statement(
  'demo.list-all-cast',
  `select member_id from profiles p join members m using (member_id)
    where p.fictional and m.email like '%@demo.invalid'`,
);

/** Inserts the accounts of the whole cast, confirmed and with a password that nobody knows. */
export const insertAccounts = statement(
  'demo.insert-accounts',
  `insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at,
                        terms_version, terms_accepted_at)
   select member_id, 'default', email, name, $passwordHash, 'active', signup_at, language, country, signup_at, 'demo',
          signup_at
     from unnest($ids::uuid[], $emails::text[], $names::text[], $languages::text[], $countries::text[],
                 $signupDates::timestamptz[])
          as cast_member (member_id, email, name, language, country, signup_at)`,
);

export const insertAddresses = statement(
  'demo.insert-addresses',
  'insert into member_emails (email_key, member_id) select * from unnest($emailKeys::text[], $ids::uuid[])',
);

/** Reserves the names of the cast. A name that a member already has is skipped, and the profile still shows it. */
export const insertNames = statement(
  'demo.insert-names',
  `insert into member_names (name_key, member_id) select * from unnest($nameKeys::text[], $ids::uuid[])
   on conflict do nothing`,
);

export const describeProfile = statement(
  'demo.describe-profile',
  `update profiles
      set about = $about, hair_color = $hairColor, eye_color = $eyeColor, body_type = $bodyType,
          relationship_status = $relationshipStatus, tattoos = $tattoos, languages = $languages,
          interests = $interests, last_active_at = $lastActiveAt
    where member_id = $memberId and fictional`,
);

export const listCast = statement(
  'demo.list-cast',
  `select m.member_id, m.email, (select count(*)::int from photos h where h.member_id = p.member_id) as photos
     from profiles p join members m using (member_id)
    where p.fictional and p.status = 'active'
    order by p.last_active_at desc`,
);

export const findMessage = statement(
  'demo.find-message',
  `select w.language as sender_language, m.kind, m.text, d.member_id as demo_id, d.email as demo_email,
          (select count(*)::int from messages a
            where a.conversation_id = m.conversation_id and a.sender_id = d.member_id) as answers
     from messages m
     join conversations c using (conversation_id)
     join members w on w.member_id = m.sender_id
     join members d on d.member_id = case when c.starter_id = m.sender_id then c.receiver_id else c.starter_id end
     join profiles p on p.member_id = d.member_id and p.fictional
    where m.conversation_id = $conversationId and m.seq = $seq`,
);
