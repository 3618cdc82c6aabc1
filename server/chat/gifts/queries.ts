import { type RowOf, statement } from '../../platform/database/database.ts';

export const findGift = statement(
  'chat.find-gift',
  `select message_id from messages
    where conversation_id = $conversationId and seq = $seq and kind = 'gift' and removed_at is null`,
);

export const insertGiftAnswer = statement(
  'chat.insert-gift-answer',
  `insert into gift_answers (conversation_id, seq, member_id, answer, answered_at)
   values ($conversationId, $seq, $memberId, $answer, $now) on conflict do nothing`,
);

export const listGiftAnswers = statement(
  'chat.list-gift-answers',
  'select seq, member_id, answer from gift_answers where conversation_id = $conversationId and seq = any($seqs::integer[])',
);

export type GiftAnswerRow = RowOf<typeof listGiftAnswers>;
