import { statement } from '../../platform/database/database.ts';
import { hasBlocked, hasHidden, isBlockedBy, isLikedBy, isOpen, isWrittenToBy } from './queries-conditions.ts';

const isSamePool = 'coalesce(p.pool = coalesce(v.pool, w.pool), false)';

/** Reads many relationships in one query; `pool` is that of visitors. Subqueries that rarely matter are conditional. */
export const readRelationships = statement(
  'members.read-relationships',
  `select w.viewer_id, w.other_id, p.name, p.status, p.invisible, p.fictional, ${isSamePool} as same_pool,
          ${hasBlocked('w.viewer_id', 'w.other_id')} as blocked_by_viewer,
          ${isBlockedBy('w.viewer_id', 'w.other_id')} as blocked_by_other,
          ${hasHidden('w.viewer_id', 'w.other_id')} as hidden_by_viewer,
          ${isLikedBy('w.viewer_id', 'w.other_id')} as liked_by_other,
          not (${isOpen('p')} and ${isSamePool}) and ${isWrittenToBy('w.viewer_id', 'w.other_id')} as written_by_other,
          i.conversation_id, i.hidden as conversation_hidden, coalesce(i.closed, false) as closed, coalesce(i.gift_unanswered, false) as gift_unanswered,
          coalesce(i.written, false) as written,
          case when i.conversation_id is null and m.paid_at is null
               then (select count(*)::int from inbox s where s.member_id = w.viewer_id and s.started) else 0 end as started,
          m.paid_at is not null as paid
     from json_to_recordset($views::json) as w (viewer_id uuid, other_id uuid, pool text)
     join profiles p on p.member_id = w.other_id
     left join profiles v on v.member_id = w.viewer_id
     left join members m on m.member_id = w.viewer_id
     left join inbox i on i.member_id = w.viewer_id and i.other_id = w.other_id`,
);
