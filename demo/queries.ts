import { statement } from '../server/platform/database/database.ts';

/** Held to the end of its transaction; another node that fills the site waits for it. */
export const lockFilling = statement('demo.lock-filling', 'select pg_advisory_xact_lock(7482902)');

/** Whether this node draws; no other does until the transaction ends. */
export const tryLockDrawing = statement<{ mine: boolean }>(
  'demo.try-lock-drawing',
  'select pg_try_advisory_xact_lock(7482903) as mine',
);

export const findFictional = statement<{ member_id: string }>(
  'demo.find-fictional',
  'select member_id from profiles where fictional limit 1',
);

/** The accounts of the whole cast at once: confirmed, and with a password that nobody knows. */
export const insertAccounts = statement(
  'demo.insert-accounts',
  `insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at,
                        terms_version, terms_accepted_at)
   select member_id, 'default', email, name, $1, 'active', signup_at, language, country, signup_at, 'demo', signup_at
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
          as cast_member (member_id, email, name, language, country, signup_at)`,
);

export const insertAddresses = statement(
  'demo.insert-addresses',
  `insert into member_emails (email_key, member_id) select * from unnest($1::text[], $2::uuid[])`,
);

/** A member may have chosen a name of the cast before the site was filled; the profile still carries it. */
export const insertNames = statement(
  'demo.insert-names',
  `insert into member_names (name_key, member_id) select * from unnest($1::text[], $2::uuid[]) on conflict do nothing`,
);

export const describeProfile = statement(
  'demo.describe-profile',
  `update profiles
      set about = $2, hair_color = $3, eye_color = $4, body_type = $5, relationship_status = $6, tattoos = $7,
          interests = $8, last_active_at = $9
    where member_id = $1 and fictional`,
);

/** The cast with the number of photos that are already kept, as the search lists it. */
export const listCast = statement<{ member_id: string; email: string; photos: number }>(
  'demo.list-cast',
  `select m.member_id, m.email, (select count(*)::int from photos h where h.member_id = p.member_id) as photos
     from profiles p join members m using (member_id)
    where p.fictional and p.status = 'active'
    order by p.last_active_at desc`,
);

/** A message to a member run by the house, and what its answer depends on. */
export interface LetterRow {
  writer_language: string;
  kind: 'text' | 'photo' | 'gift';
  text: string | null;
  demo_id: string;
  demo_email: string;
  answers: number;
}

export const findLetter = statement<LetterRow>(
  'demo.find-letter',
  `select w.language as writer_language, m.kind, m.text, d.member_id as demo_id, d.email as demo_email,
          (select count(*)::int from messages a
            where a.conversation_id = m.conversation_id and a.sender_id = d.member_id) as answers
     from messages m
     join conversations c using (conversation_id)
     join members w on w.member_id = m.sender_id
     join members d on d.member_id = case when c.starter_id = m.sender_id then c.receiver_id else c.starter_id end
     join profiles p on p.member_id = d.member_id and p.fictional
    where m.conversation_id = $1 and m.seq = $2`,
);
