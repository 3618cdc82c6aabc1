import { declarationKeptYears } from '../../contract/withdrawal/limits.ts';
import type { AppContext } from '../context.ts';
import { type Module, because, withMember, deletedWithMember, reasons } from '../module.ts';
import { debitBlocks } from './debit/block-subjects.ts';
import { mismatchCommands } from './mismatches/commands.ts';
import { withdrawalCommands } from './withdrawal/commands.ts';
import { cancelAtProvider, cancelPayment } from './cancel-payment.ts';
import { updateStoredCard } from './cards/keep-card.ts';
import { listRepeatOrders } from './cards/list-repeat-orders.ts';
import { removeStoredCard } from './cards/remove-stored-card.ts';
import { checkProviders } from './check-providers.ts';
import { createPayment } from './create-payment.ts';
import { confirmDirectDebit } from './debit/confirm-direct-debit.ts';
import { getDirectDebit } from './debit/get-direct-debit.ts';
import { sendDebitCode, sendDirectDebitCode } from './debit/send-direct-debit-code.ts';
import { startDirectDebit } from './debit/start-direct-debit.ts';
import { cancelOrders, forgetCustomers, purgeDebits, purgeDeclarations } from './erase/erase-payments.ts';
import { getPayment } from './get-payment.ts';
import { handlePaymentWebhook } from './handle-payment-webhook.ts';
import { listBundles } from './list-bundles.ts';
import { listPaymentMethods } from './list-payment-methods.ts';
import { listPayments } from './list-payments.ts';
import { payBackMismatch } from './mismatches/pay-back-mismatch.ts';
import { priceOrder } from './price-order.ts';
import { getReceipt } from './receipts/get-receipt.ts';
import { writeReceipts } from './receipts/write-receipts.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { getSpending } from './spending/get-spending.ts';
import { setSpendingLimit } from './spending/set-spending-limit.ts';
import { confirmDeclaration } from './withdrawal/confirm-declaration.ts';
import { declareWithdrawal, matchDeclaration } from './withdrawal/declare-withdrawal.ts';
import { getWithdrawal } from './withdrawal/get-withdrawal.ts';
import { listWithdrawals } from './withdrawal/list-withdrawals.ts';
import { getPayBack, payBackUnused } from './withdrawal/pay-back-unused.ts';
import { refundWithdrawal } from './withdrawal/refund-withdrawal.ts';
import { countMismatches } from './mismatches/queries.ts';
import { countRequests, countTasks } from './withdrawal/queries.ts';
import { warnOfTasks } from './withdrawal/withdrawal-tasks.ts';
import { withdraw } from './withdrawal/withdraw.ts';
import { creditNote, debitMandate, orderConfirmation, transferInstructions } from './payment-mail.ts';
import {
  creditsPaidBack,
  declarationConfirm,
  declarationReceived,
  offerUsed,
  withdrawalByHand,
  withdrawalFailed,
  withdrawalReceived,
} from './withdrawal/withdrawal-mail.ts';

export const payments = {
  public: [
    'erase/erase-payments.ts',
    'method-name.ts',
    'money.ts',
    'provider.ts',
    'providers.ts',
    'receipts/document.ts',
    'reconcile-payments.ts',
    'spending/get-spending.ts',
    'withdrawal/confirm-withdrawal.ts',
    'withdrawal/withdrawal-tasks.ts',
  ],
  operations: {
    listBundles,
    listPaymentMethods,
    priceOrder,
    createPayment,
    getPayment,
    cancelPayment,
    getWithdrawal,
    listWithdrawals,
    getPayBack,
    withdraw,
    declareWithdrawal,
    confirmDeclaration,
    listRepeatOrders,
    removeStoredCard,
    getReceipt,
    getSpending,
    setSpendingLimit,
    listPayments,
    startDirectDebit,
    confirmDirectDebit,
    getDirectDebit,
    sendDirectDebitCode,
    handlePaymentWebhook,
  },
  limits: {
    order: { points: 30, seconds: 600, durable: true },
  },
  constraints: { payments_one_charge: 'payment.in-progress', payments_stored_card: 'card.not-chargeable' },
  jobs: {
    'send-debit-code': { run: sendDebitCode },
    'refund-withdrawal': { run: refundWithdrawal },
    'pay-back-unused': { run: payBackUnused },
    'pay-back-mismatch': { run: payBackMismatch },
    'cancel-orders': {
      run: (context: AppContext, { member_id: memberId }: { member_id: MemberId }) => cancelOrders(context, memberId),
    },
    'cancel-payment': { run: cancelAtProvider },
    'match-declaration': { run: matchDeclaration },
    'update-stored-card': {
      run: (context: AppContext, { member_id: memberId, card_id: cardId }: { member_id: MemberId; card_id: CardId }) =>
        updateStoredCard(context, memberId, cardId),
    },
    'write-receipts': { run: writeReceipts },
    'reconcile-payments': { run: reconcilePayments, schedule: '* * * * *' },
    'forget-customers': { run: forgetCustomers, schedule: '43 * * * *' },
    'warn-of-withdrawals': { run: warnOfTasks, schedule: '7 6 * * *' },
    'purge-debits': { run: purgeDebits, schedule: '*/10 * * * *', needsTrueTime: true },
  },
  metrics: {
    payments_total: { type: 'counter', help: 'Orders by their new status', labels: ['provider', 'status'] },
    payment_lag_seconds: {
      type: 'histogram',
      help: 'From the payment at the provider until its order is completed, for methods that pay at once',
      labels: ['provider'],
      buckets: [1, 5, 15, 60, 300, 1_800],
    },
    texts_total: { type: 'counter', help: 'Text messages: sent or failed', labels: ['outcome'] },
  },
  checks: { Payments: checkProviders },
  queues: {
    mismatches: ({ database }) => database.first(countMismatches),
    refunds: ({ database }) => database.first(countTasks),
    declarations: ({ database }) => database.first(countRequests),
  },
  mail: [
    debitMandate,
    orderConfirmation,
    creditNote,
    transferInstructions,
    offerUsed,
    withdrawalReceived,
    creditsPaidBack,
    withdrawalByHand,
    withdrawalFailed,
    declarationReceived,
    declarationConfirm,
  ],
  commands: { withdrawals: withdrawalCommands, mismatches: mismatchCommands, ...debitBlocks },
  acts: [
    'withdrawals-list',
    'withdrawals-paid',
    'withdrawals-accept',
    'withdrawals-ask',
    'withdrawals-close',
    'mismatches-list',
    'mismatches-accept',
    'mismatches-pay',
    'mismatches-paid',
    'block-iban',
    'block-phone',
    'block-debit',
    'unblock-iban',
    'unblock-phone',
    'unblock-debit',
  ],
  purges: { declarations: purgeDeclarations },
  tables: {
    withdrawal_tasks: {
      key: null,
      erasure: { rule: 'kept', why: 'a refund that is still owed' },
      notExported: reasons.copy,
    },
    mismatches: {
      key: null,
      erasure: {
        rule: 'kept',
        why: `${reasons.books}; the money may still have to go back`,
        keeps: ['provider', 'provider_payment_id', 'profile', 'currency', 'wrong', 'state'],
      },
      export: 'orders',
      columnsNotExported: {
        ...because(reasons.workings, 'decided_at', 'profile', 'provider'),
        ...because(reasons.workings, 'provider_payment_id', 'refund_key', 'returned'),
        ...because(reasons.workings, 'state', 'wrong'),
      },
    },
    withdrawal_requests: {
      key: null,
      erasure: {
        rule: 'kept',
        why: 'the declaration is kept for three years, as the privacy notice says',
        limit: { from: 'received_at', months: 12 * declarationKeptYears },
        keeps: ['site', 'language', 'name', 'email', 'order_number', 'ordered_on', 'declaration', 'state'],
      },
      export: 'orders',
      columnsNotExported: {
        language: reasons.workings,
        moved_at: reasons.workings,
        ordered_on: 'the reader has it in the email about it',
        payment_id: reasons.workings,
        site: reasons.workings,
      },
    },
    provider_payments: {
      key: 'provider_payment_id',
      erasure: {
        rule: 'kept',
        why: 'providers report a refund or chargeback by this id',
        keeps: ['provider', 'provider_payment_id'],
      },
      notExported: reasons.copy,
    },
    receipt_counters: {
      key: 'company',
      erasure: { rule: 'impersonal', why: reasons.books },
      notExported: reasons.impersonal,
    },
    receipt_numbers: {
      key: 'company',
      erasure: { rule: 'kept', why: reasons.books, keeps: ['company'] },
      notExported: reasons.copy,
    },
    debit_subjects: {
      key: 'subject',
      erasure: { rule: 'kept', why: 'hashes of blocked accounts and numbers', keeps: ['subject'] },
      notExported: reasons.guards,
    },
    debit_uses: {
      key: 'subject',
      colocatedWith: 'debit_subjects',
      erasure: { rule: 'kept', why: 'hashes, for the limits of direct debit', keeps: ['subject'] },
      notExported: reasons.guards,
    },
    payments: {
      ...withMember,
      erasure: {
        rule: 'kept',
        why: `${reasons.books}; the payment instrument is a hash, so that a discount is taken only once`,
        keeps: [
          'bundle_id',
          'currency',
          'method',
          'provider',
          'provider_payment_id',
          'redirect_url',
          'status',
          'return_origin',
          'description',
          'terms_version',
          'language',
          'provider_profile',
          'mismatch',
          'region',
          'begun_text',
          'site',
          'country',
          'declared_country',
          'request_country',
          'payer_country',
          'discount_code',
          'mandate',
          'instrument',
          'transfer_iban',
          'transfer_bic',
          'transfer_holder',
          'transfer_reference',
        ],
      },
      export: 'orders',
      columnsNotExported: {
        ...because(reasons.workings, 'begun_at', 'cancelled_at', 'checked_at', 'due_at'),
        ...because(reasons.workings, 'fee', 'mismatch', 'offer_used'),
        ...because(reasons.workings, 'provider_payment_id', 'provider_profile', 'redirect_url'),
        ...because(reasons.workings, 'region', 'return_origin'),
        ...because(reasons.workings, 'settled_at', 'site', 'under_way', 'waived'),
        ...because(reasons.copy, 'charged_back', 'description', 'list_amount', 'lost', 'receipt_number', 'refunded'),
        ...because(reasons.copy, 'store_card', 'stored_card_id', 'vat_rate', 'withdrawn'),
        instrument: reasons.guards,
        begun_text: 'the reader has it in the email about it',
        ...because('the reader has it in the email about it', 'transfer_bic', 'transfer_holder', 'transfer_iban'),
        ...because('the reader has it in the email about it', 'transfer_reference'),
      },
    },
    debits: {
      ...withMember,
      erasure: {
        rule: 'kept',
        why: 'a mandate is kept until 14 months after its collection, then without holder and text',
        keeps: [
          'bundle_id',
          'currency',
          'discount_code',
          'language',
          'site',
          'holder',
          'iban_hash',
          'iban_country',
          'iban_last',
          'phone_hash',
          'phone_last',
          'reference',
          'creditor',
          'creditor_id',
          'mandate_text',
          'provider',
          'mandate_id',
        ],
      },
      export: 'orders',
      columnsNotExported: {
        ...because(reasons.copy, 'begin_at_once', 'bundle_id', 'collect_on'),
        ...because(reasons.copy, 'creditor', 'creditor_id', 'discount_code'),
        ...because(reasons.copy, 'language', 'mandate_id', 'provider', 'signed_at', 'site'),
        ...because(reasons.guards, 'code_at', 'code_number', 'iban_hash', 'phone_hash'),
        ...because(reasons.guards, 'refused_at', 'sealed', 'tries'),
      },
    },
    money_entries: {
      ...withMember,
      erasure: { rule: 'kept', why: reasons.books, keeps: ['from_account', 'to_account', 'currency', 'cause'] },
      export: 'orders',
    },
    receipts: {
      ...withMember,
      erasure: {
        rule: 'kept',
        why: `${reasons.books}, but receipts without the name of the buyer`,
        keeps: ['company'],
      },
      export: 'orders',
      columnsNotExported: { company: reasons.copy },
    },
    withdrawals: {
      ...withMember,
      erasure: { rule: 'kept', why: reasons.books, keeps: ['state', 'refund_id'] },
      export: 'orders',
      columnsNotExported: {
        ...because(reasons.workings, 'asked_at', 'confirmed_at', 'over_terms', 'refund_id', 'settled_at'),
      },
    },
    payment_customers: {
      ...withMember,
      erasure: {
        rule: 'deleted',
        why: 'deleted once the provider has deleted the customer; stays as long as a mandate there must be provable',
        keeps: ['provider', 'customer_id'],
      },
      export: 'orders',
      columnsNotExported: { creation_key: reasons.workings, forget_at: reasons.workings },
    },
    stored_cards: {
      ...withMember,
      erasure: {
        rule: 'emptied',
        why: 'the mandate stays until the provider has revoked it',
        keeps: ['provider', 'mandate_id', 'method', 'state'],
      },
      export: 'orders',
      columnsNotExported: {
        checked_at: reasons.workings,
        instrument: reasons.guards,
        mandate_id: reasons.workings,
        payment_id: reasons.workings,
      },
    },
    reversals: {
      ...withMember,
      erasure: { rule: 'kept', why: reasons.books, keeps: ['reversal_id', 'kind'] },
      export: 'orders',
      columnsNotExported: { undone_at: reasons.workings },
    },
    spending_limits: {
      ...withMember,
      erasure: deletedWithMember,
      export: 'money',
      columnsNotExported: { next_at: reasons.workings },
    },
  },
} satisfies Module;
