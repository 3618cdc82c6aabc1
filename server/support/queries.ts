import { type RowOf, statement } from '../platform/database/database.ts';

/** Inserts no row if the number exists. */
export const insertComplaint = statement(
  'support.insert-complaint',
  `insert into complaints (number, kind, reason, reporter_id, about_id, site, language, name, email, email_key, receipt, text, url, contests, received_at)
   values ($number, $kind, $reason?, $reporterId?, $aboutId?, $site, $language, $name, $email, $mailbox?, $receipt, $text, $url, $contests?, $now)
   on conflict do nothing
   returning number`,
);

const complaintColumns = `number, kind, reason, reporter_id, about_id, site, language, name, email, receipt, text, url, contests, received_at,
  outcome, closed_at`;

/** Includes whether every moderation action about the member for it or since has been taken back. */
export const findComplaint = statement(
  'support.find-complaint',
  `select ${complaintColumns},
       exists (select 1 from moderation_actions m where m.number = complaints.action and m.reverted_at is not null and not exists (
         select 1 from moderation_actions o where o.member_id = m.member_id and o.decided_at >= complaints.received_at and o.reverted_at is null
       )) as reverted
     from complaints where number = $number`,
);

export type FoundComplaint = RowOf<typeof findComplaint>;

export const insertFile = statement(
  'support.insert-file',
  `insert into complaint_files (number, position, kind, sha256, content)
   values ($number, $position, $kind, $sha256, $content)`,
);

export const listFiles = statement(
  'support.list-files',
  `select position, kind, sha256, coalesce(length(content), 0) as size from complaint_files where number = $number order by position`,
);

export const loadFile = statement(
  'support.load-file',
  'select content from complaint_files where number = $number and position = $position',
);

export const insertEvidence = statement(
  'support.insert-evidence',
  `insert into complaint_evidence (number, position, kind, content, picture_hash)
   values ($number, $position, $kind, $content::jsonb, $pictureHash?)`,
);

/** Stores a picture once for all reports. Locks it, so that a concurrent purge keeps it. */
export const keepPicture = statement(
  'support.keep-picture',
  `insert into evidence_pictures (picture_hash, content) values ($pictureHash, $picture)
   on conflict (picture_hash) do update set picture_hash = excluded.picture_hash`,
);

export const purgePictures = statement(
  'support.purge-pictures',
  `delete from evidence_pictures p
    where not exists (select 1 from complaint_evidence e where e.picture_hash = p.picture_hash)`,
);

export const listEvidence = statement(
  'support.list-evidence',
  `select e.position, e.kind, e.content, p.content as picture
     from complaint_evidence e left join evidence_pictures p on p.picture_hash = e.picture_hash
    where e.number = $number order by e.position`,
);

export const lockComplaint = statement(
  'support.lock-complaint',
  `select ${complaintColumns} from complaints where number = $number for update`,
);

export type ComplaintRow = RowOf<typeof lockComplaint>;

export const insertAnswer = statement(
  'support.insert-answer',
  `insert into complaint_answers (number, position, text, answered_at) values ($number, $position, $text, $now)`,
);

export const listAnswers = statement(
  'support.list-answers',
  'select position, text, answered_at from complaint_answers where number = $number order by position',
);

export const closeComplaint = statement(
  'support.close-complaint',
  'update complaints set outcome = $outcome, action = $action?, closed_at = $now where number = $number and closed_at is null',
);

export const listOpen = statement(
  'support.list-open',
  `select ${complaintColumns} from complaints where closed_at is null order by received_at limit $limit`,
);

export const listWaiting = statement(
  'support.list-waiting',
  `select number, kind, received_at from complaints
    where closed_at is null and (received_at < $before or kind = 'child-abuse')
    order by received_at limit $limit`,
);

export const countOpen = statement(
  'support.count-open',
  `select count(*)::int as waiting, min(received_at) as since from complaints
    where closed_at is null and (kind = 'child-abuse') = $urgent::boolean`,
);

export const purgeClosed = statement(
  'support.purge-closed',
  'delete from complaints where closed_at < $before and number <> all($but::text[])',
);

export type EvidenceRow = RowOf<typeof listEvidence>;
export type FileRow = RowOf<typeof listFiles>;
export type AnswerRow = RowOf<typeof listAnswers>;

export const insertModerationAction = statement(
  'support.insert-moderation-action',
  `insert into moderation_actions (number, member_id, kind, reason, law, facts, about_at, ends_at, source, decided_at,
                         conversation_id, message_id)
   values ($number, $memberId, $kind, $reason, $law, $facts, $aboutAt?, $endsAt?, $source, $now,
           $conversationId?, $messageId?)`,
);

export const findModerationAction = statement(
  'support.find-moderation-action',
  `select number, member_id, kind, reason, law, facts, about_at, ends_at, source, decided_at, ended_at, reverted_at,
          exists (select 1 from moderation_actions o where o.member_id = m.member_id and o.number <> m.number and o.kind = 'ban'
                    and o.ended_at is null and o.reverted_at is null) as banned_otherwise
     from moderation_actions m where number = $number`,
);

export type ModerationActionRow = RowOf<typeof findModerationAction>;

export const lockModerationAction = statement(
  'support.lock-moderation-action',
  `select number, member_id, kind, ended_at, reverted_at, conversation_id, message_id
     from moderation_actions where number = $number for update`,
);

export type LockedModerationAction = RowOf<typeof lockModerationAction>;

export const endModerationAction = statement(
  'support.end-moderation-action',
  `update moderation_actions set ended_at = $now
    where number = $number and ends_at <= $now and ended_at is null and reverted_at is null`,
);

export const listEnding = statement(
  'support.list-ending',
  `select number from moderation_actions
    where ends_at <= $now and ended_at is null and reverted_at is null and number <> all($but::text[])
    order by ends_at limit $limit`,
);

export const findLastingBan = statement(
  'support.find-lasting-ban',
  `select ends_at from moderation_actions where member_id = $memberId and kind = 'ban' and ended_at is null and reverted_at is null
    order by ends_at desc nulls first limit 1`,
);

export const markReverted = statement(
  'support.mark-reverted',
  'update moderation_actions set reverted_at = $now where number = $number and reverted_at is null',
);

export const findModerationActionSince = statement(
  'support.find-moderation-action-since',
  `select number from moderation_actions where member_id = $memberId and decided_at >= $since and reverted_at is null
    order by decided_at desc limit 1`,
);

/** Includes decisions contested through an objection. */
export const listContestedBy = statement(
  'support.list-contested-by',
  `with recursive contested as (
     select contests from complaints where number = $number and contests is not null
     union
     select c.contests from complaints c join contested on c.number = contested.contests where c.contests is not null
   )
   select coalesce(contests, '') as number from contested`,
);

export const listOldBans = statement(
  'support.list-old-bans',
  `select number, member_id from moderation_actions
    where kind = 'ban' and decided_at < $before and ended_at is null and reverted_at is null`,
);

export const purgeModerationActions = statement(
  'support.purge-moderation-actions',
  `delete from moderation_actions where decided_at < $before and number <> all($but::text[])`,
);

export const listContested = statement(
  'support.list-contested',
  `with recursive contested as (
     select contests from complaints where closed_at is null and contests is not null
     union
     select c.contests from complaints c join contested on c.number = contested.contests where c.contests is not null
   )
   select coalesce(contests, '') as number from contested`,
);
