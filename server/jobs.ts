import type { AppContext } from './context.ts';
import { eraseAccounts } from './erasure/erase-accounts.ts';
import { matchDeclaration } from './payments/withdrawal/match-declaration.ts';
import { warnOfTasks } from './payments/withdrawal/open-tasks.ts';
import { purgeDeclarations } from './payments/withdrawal/purge-declarations.ts';
import { refundWithdrawal } from './payments/withdrawal/refund-withdrawal.ts';
import { cancelAtProvider } from './payments/cancel-at-provider.ts';
import { updateStoredCard } from './payments/cards/keep-card.ts';
import { writeReceipts } from './payments/receipts/write-receipts.ts';
import { returnMessagesToGone, returnUnopened } from './chat/returns/return-unread.ts';
import { purgeDebits } from './payments/debit/purge-debits.ts';
import { sendDebitCode } from './payments/debit/send-code.ts';
import { reconcilePayments } from './payments/reconcile-payments.ts';
import { sweepPictures } from './photos/sweep-pictures.ts';
import { purgeIdempotencyKeys } from './platform/idempotency.ts';
import { sendNotices } from './notifications/send-notices.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';
import { purgeExpired } from './accounts/attempts.ts';
import { openRequestedAccount } from './accounts/request-account.ts';
import { isLetter, sendLetter } from './accounts/send-letter.ts';
import { sendMail } from './accounts/send-mail.ts';
import { letters } from './letters.ts';
import { purgeComplaints } from './support/purge-complaints.ts';
import { sendPostback } from './sources/send-postback.ts';

/** The handler of every job. */
export function jobHandlers(context: AppContext): JobHandlers {
  return {
    'send-mail': (payload, run) =>
      isLetter(letters, payload) ? sendLetter(context, letters, payload, run) : sendMail(context, payload, run),
    'send-debit-code': (payload) => sendDebitCode(context, payload),
    'open-account': (payload) => openRequestedAccount(context, payload),
    'reply-as-fictional': async (payload) => context.extension?.replyAsFictional(context, payload),
    'refund-withdrawal': (payload, run) => refundWithdrawal(context, payload, run),
    'cancel-payment': (payload) => cancelAtProvider(context, payload),
    'match-declaration': (payload) => matchDeclaration(context, payload),
    'update-stored-card': ({ member_id: memberId, card_id: cardId }) => updateStoredCard(context, memberId, cardId),
    'write-receipts': (payload) => writeReceipts(context, payload),
    'send-postback': (payload, run) => sendPostback(context, payload, run),
    'return-messages-to-gone': () => returnMessagesToGone(context),
    'send-notices': () => sendNotices(context),
    'return-unopened': () => returnUnopened(context),
    'reconcile-payments': () => reconcilePayments(context),
    'erase-accounts': () => eraseAccounts(context),
    'purge-accounts': () => purgeExpired(context),
    'sweep-pictures': () => sweepPictures(context),
    'warn-of-withdrawals': () => warnOfTasks(context),
    'purge-declarations': () => purgeDeclarations(context),
    'purge-complaints': () => purgeComplaints(context),
    'purge-debits': () => purgeDebits(context),
    'purge-idempotency-keys': () => purgeIdempotencyKeys(context.database, context.clock.now()),
  };
}
