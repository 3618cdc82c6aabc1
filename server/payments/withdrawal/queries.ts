import { type RowOf, statement } from '../../platform/database/database.ts';

const columns = `member_id, withdrawal_id, payment_id, state, amount, credits, declared_at, confirmed_at, refund_id, asked_at, settled_at, over_terms`;

export const insertWithdrawal = statement(
  'payments.insert-withdrawal',
  `insert into withdrawals (member_id, withdrawal_id, payment_id, state, amount, credits, declared_at, confirmed_at, over_terms)
   values ($memberId, $withdrawalId, $paymentId, 'confirmed', $amount, $credits, $declaredAt, $now, $overTerms)`,
);

export const findWithdrawal = statement(
  'payments.find-withdrawal',
  `select ${columns} from withdrawals where member_id = $memberId and withdrawal_id = $withdrawalId`,
);

export type WithdrawalRow = RowOf<typeof findWithdrawal>;

/** The withdrawals from one payment, latest first; all but the latest have failed. */
export const listPaymentWithdrawals = statement(
  'payments.list-payment-withdrawals',
  `select ${columns} from withdrawals where member_id = $memberId and payment_id = $paymentId
    order by confirmed_at desc, withdrawal_id`,
);

/** Sets how much of a payment's credits are taken for a withdrawal; zeros if it has failed. */
export const setWithdrawn = statement(
  'payments.set-withdrawn',
  'update payments set withdrawn = $withdrawn, waived = $waived where member_id = $memberId and payment_id = $paymentId',
);

/** Purchases paid back in full although some of their credits were used; never those that asked to begin at once. */
export const listWaived = statement(
  'payments.list-waived',
  'select payment_id, waived from payments where member_id = $memberId and waived > 0 and begun_at is null',
);

export const reduceWaived = statement(
  'payments.reduce-waived',
  'update payments set waived = waived - $credits where member_id = $memberId and payment_id = $paymentId',
);

export const markRefundAsked = statement(
  'payments.mark-refund-asked',
  `update withdrawals set asked_at = coalesce(asked_at, $now) where member_id = $memberId and withdrawal_id = $withdrawalId`,
);

export const moveWithdrawal = statement(
  'payments.move-withdrawal',
  `update withdrawals set state = $state, refund_id = coalesce($refundId?, refund_id), settled_at = $settledAt?
    where member_id = $memberId and withdrawal_id = $withdrawalId and state <> 'failed'`,
);

export const findReversal = statement(
  'payments.find-reversal',
  `select undone from reversals where member_id = $memberId and payment_id = $paymentId and reversal_id = $reversalId`,
);

/** Standing refunds that became known after a moment and belong to no withdrawal yet, oldest first. */
export const listRefundsSince = statement(
  'payments.list-refunds-since',
  `select reversal_id, amount from reversals
    where member_id = $memberId and payment_id = $paymentId and kind = 'refund' and not undone
      and seen_at >= $since and reversal_id not in (
        select refund_id from withdrawals where member_id = $memberId and payment_id = $paymentId and refund_id is not null)
    order by seen_at`,
);

export const listPurchases = statement(
  'payments.list-purchases',
  `select payment_id from payments
    where member_id = $memberId and status = 'completed' and not offer_used and settled_at > $since
    order by created_at desc, payment_id limit $limit`,
);

/** Lists the purchases that may have unused credits. */
export const listCompleted = statement(
  'payments.list-completed',
  `select payment_id from payments where member_id = $memberId and status = 'completed' and not offer_used
    order by created_at, payment_id`,
);

export const insertTask = statement(
  'payments.insert-withdrawal-task',
  `insert into withdrawal_tasks (withdrawal_id, member_id, created_at, due_at)
   values ($withdrawalId, $memberId, $now, $dueAt) on conflict do nothing`,
);

export const listTasks = statement(
  'payments.list-withdrawal-tasks',
  'select withdrawal_id, member_id, due_at from withdrawal_tasks order by due_at, withdrawal_id limit $limit',
);

export const countTasks = statement(
  'payments.count-withdrawal-tasks',
  'select count(*)::int as waiting, min(created_at) as since from withdrawal_tasks',
);

export const findTask = statement(
  'payments.find-withdrawal-task',
  'select member_id from withdrawal_tasks where withdrawal_id = $withdrawalId',
);

export const deleteTask = statement(
  'payments.delete-withdrawal-task',
  'delete from withdrawal_tasks where withdrawal_id = $withdrawalId',
);

export const insertRequest = statement(
  'payments.insert-withdrawal-request',
  `insert into withdrawal_requests
     (request_id, site, language, name, email, order_number, ordered_on, declaration, received_at, state)
   values ($requestId, $site, $language, $name, $email, $orderNumber, $orderedOn, $declaration, $now, 'received')
   on conflict do nothing
   returning request_id`,
);

const requestColumns = `request_id, site, language, name, email, order_number, ordered_on, declaration, received_at, state, moved_at, member_id, payment_id`;

export const findRequest = statement(
  'payments.find-withdrawal-request',
  `select ${requestColumns} from withdrawal_requests where request_id = $requestId`,
);

export type RequestRow = RowOf<typeof findRequest>;

export const lockRequest = statement(
  'payments.lock-withdrawal-request',
  `select ${requestColumns} from withdrawal_requests where request_id = $requestId for update`,
);

/** Declarations that support has to answer, oldest first, including those whose link has gone unused for a while. */
export const listRequests = statement(
  'payments.list-withdrawal-requests',
  `select ${requestColumns} from withdrawal_requests
    where state in ('received', 'support') or (state = 'asked' and received_at < $unconfirmedSince)
    order by received_at, request_id limit $limit`,
);

export const countRequests = statement(
  'payments.count-withdrawal-requests',
  `select count(*)::int as waiting, min(received_at) as since from withdrawal_requests where state in ('received', 'support')`,
);

export const moveRequest = statement(
  'payments.move-withdrawal-request',
  `update withdrawal_requests
      set state = $state, moved_at = $now,
          member_id = coalesce($memberId?, member_id), payment_id = coalesce($paymentId?, payment_id)
    where request_id = $requestId`,
);

export const purgeRequests = statement(
  'payments.purge-withdrawal-requests',
  `delete from withdrawal_requests
    where case when payment_id is not null then received_at < $matchedBefore
               else state = 'closed' and coalesce(moved_at, received_at) < $answeredBefore end`,
);
