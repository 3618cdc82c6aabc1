import type { AppContext } from './context.ts';
import { eraseAccounts } from './erasure/erase-accounts.ts';
import { enforceRetention } from './erasure/enforce-retention.ts';
import { makeExport } from './export/make-export.ts';
import { purgeExports } from './export/purge-exports.ts';
import { matchDeclaration } from './payments/withdrawal/match-declaration.ts';
import { warnOfTasks } from './payments/withdrawal/open-tasks.ts';
import { refundWithdrawal } from './payments/withdrawal/refund-withdrawal.ts';
import { payBackMismatch } from './payments/mismatches/pay-back-mismatch.ts';
import { cancelOrders } from './payments/erase/cancel-orders.ts';
import { cancelAtProvider } from './payments/cancel-at-provider.ts';
import { forgetCustomers } from './payments/erase/forget-customers.ts';
import { updateStoredCard } from './payments/cards/keep-card.ts';
import { writeReceipts } from './payments/receipts/write-receipts.ts';
import { returnMessagesToGone, returnUnopened } from './chat/returns/return-unread.ts';
import { purgeDebits } from './payments/debit/purge-debits.ts';
import { sendDebitCode } from './payments/debit/send-code.ts';
import { reconcilePayments } from './payments/reconcile-payments.ts';
import { sweepPictures } from './photos/sweep-pictures.ts';
import { sendPush } from './notifications/push/send-push.ts';
import { runPushes } from './notifications/push/send-pushes.ts';
import { planDigests } from './notifications/digests/plan-digests.ts';
import { sendNotices } from './notifications/send-notices.ts';
import { checkClock } from './platform/database/check-database.ts';
import type { JobHandlers } from './platform/jobs/jobs.ts';
import { readMailDrop } from './accounts/mail/read-mail-drop.ts';
import { queueWaitingActivation } from './accounts/queue-activation-mail.ts';
import { openRequestedAccount } from './accounts/request-account.ts';
import { isLetter, sendLetter } from './accounts/send-letter.ts';
import { sendMail } from './accounts/send-mail.ts';
import { planTermsLetters } from './accounts/terms/plan-terms-letters.ts';
import { letters } from './letters.ts';
import { purges } from './purges.ts';
import { sendPostback } from './sources/send-postback.ts';
import { endMeasures } from './support/end-measures.ts';
import { warnOfComplaints } from './support/warn-of-complaints.ts';

/** The handler of every job. */
export function jobHandlers(context: AppContext): JobHandlers {
  // For jobs that cannot be undone: a wrong clock must not trigger them.
  const afterClockCheck = (work: () => Promise<void>) => async (): Promise<void> => {
    await checkClock(context.database);
    await work();
  };
  return {
    'send-mail': (payload, run) =>
      isLetter(letters, payload) ? sendLetter(context, letters, payload, run) : sendMail(context, payload, run),
    'send-debit-code': (payload) => sendDebitCode(context, payload),
    'open-account': (payload) => openRequestedAccount(context, payload),
    'queue-activation-mail': (payload) => queueWaitingActivation(context, payload),
    'reply-as-fictional': async (payload) => context.extension?.replyAsFictional(context, payload),
    'refund-withdrawal': (payload, run) => refundWithdrawal(context, payload, run),
    'pay-back-mismatch': (payload, run) => payBackMismatch(context, payload, run),
    'cancel-orders': ({ member_id: memberId }) => cancelOrders(context, memberId),
    'cancel-payment': (payload) => cancelAtProvider(context, payload),
    'match-declaration': (payload) => matchDeclaration(context, payload),
    'update-stored-card': ({ member_id: memberId, card_id: cardId }) => updateStoredCard(context, memberId, cardId),
    'write-receipts': (payload) => writeReceipts(context, payload),
    'send-postback': (payload, run) => sendPostback(context, payload, run),
    'return-messages-to-gone': () => returnMessagesToGone(context),
    'send-notices': () => sendNotices(context),
    'send-pushes': (payload) => runPushes(context, payload),
    'send-push': (payload, run) => sendPush(context, payload, run),
    'plan-digests': () => planDigests(context),
    'plan-terms-letters': () => planTermsLetters(context),
    'read-mail-drop': () => readMailDrop(context),
    'return-unopened': afterClockCheck(() => returnUnopened(context)),
    'reconcile-payments': () => reconcilePayments(context),
    'erase-accounts': afterClockCheck(() => eraseAccounts(context)),
    'forget-customers': () => forgetCustomers(context),
    'make-export': (payload) => makeExport(context, payload),
    'purge-exports': () => purgeExports(context),
    'enforce-retention': afterClockCheck(() => enforceRetention(context, purges)),
    'sweep-pictures': () => sweepPictures(context),
    'warn-of-withdrawals': () => warnOfTasks(context),
    'warn-of-complaints': () => warnOfComplaints(context),
    'end-measures': () => endMeasures(context),
    'purge-debits': afterClockCheck(() => purgeDebits(context)),
  };
}
