import { chatsPageSize } from '../contract/chat/limits.ts';
import { likesPageSize } from '../contract/likes/limits.ts';

/** The lists of a member, each with its operation and a plain statement that reads the same. */
export const lists = {
  'chats.php': {
    name: 'listChats',
    plain: `select i.*, p.name, p.date_of_birth, p.main_photo, p.last_active_at, m.paid_at from inbox i
              join profiles p on p.member_id = i.other_id join members m on m.member_id = i.other_id
             where i.member_id = $1 and not i.hidden order by i.last_day desc, i.last_at desc limit ${chatsPageSize}`,
  },
  'likes.php': {
    name: 'listLikes',
    plain: `select l.*, p.name, p.date_of_birth, p.main_photo, p.last_active_at, m.paid_at from (
              (select sender_id as other_id from likes_received where member_id = $1 order by seen_at is null desc, created_at desc limit ${likesPageSize}) union all
              (select receiver_id from likes_given where member_id = $1 order by created_at desc limit ${likesPageSize}) union all
              (select sender_id from likes_received r where member_id = $1
                  and exists (select from likes_given g where g.member_id = $1 and g.receiver_id = r.sender_id)
                order by seen_at is null desc, created_at desc limit ${likesPageSize})) l
              join profiles p on p.member_id = l.other_id join members m on m.member_id = l.other_id`,
  },
  'user.php': {
    name: 'getUser',
    plain: `select m.*, p.*, w.balance, (select sum(unread) from inbox where member_id = $1 and not hidden),
                   (select count(*) from likes_received where member_id = $1 and seen_at is null),
                   (select count(*) from photos where member_id = $1)
              from members m join profiles p using (member_id) join wallets w using (member_id) where member_id = $1`,
  },
} as const;
