import type { PlantedFault } from './planted-fault.ts';

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'charge-outside-transaction',
    mistake: 'The message is stored in one transaction and charged in another right after it.',
    patches: [
      {
        file: 'server/chat/send/send-batch.js',
        find: 'chargeWallets(tx, wallets, charges, now),',
        replace: `tx.afterCommit(async () => {
            for (const charge of charges)
                await context.database.transaction(async (own) =>
                    chargeWallets(own, await lockWallets(own, [charge.memberId]), [charge], now));
        }),`,
      },
    ],
  },
  {
    name: 'webhook-trusted',
    mistake: 'A webhook about an order counts as proof of payment, so the provider is not asked.',
    patches: [
      {
        file: 'server/payments/handle-payment-webhook.js',
        find: `import { checkNow, findByProviderId } from './queries.js';`,
        replace: `import { checkNow, findByProviderId } from './queries.js';
import { settlePayment } from './settle-payment.js';`,
      },
      {
        file: 'server/payments/handle-payment-webhook.js',
        find: 'await askProvider(context, provider, id);',
        replace: `await context.database.transaction(async (tx) => {
                const [row] = await tx.raw('select p.* from provider_payments o join payments p using (member_id, payment_id) '
                    + 'where o.provider = $1 and o.provider_payment_id = $2', [provider.name, id]);
                if (!row) return;
                const reference = { memberId: row.member_id, paymentId: row.payment_id };
                const money = { minor: row.amount + row.fee, currency: row.currency };
                const { mode } = provider;
                const seen = { id, state: 'paid', isUnderWay: false, money, mode, profile: row.provider_profile, reference, payPage: null, refundedMinor: 0, chargedBackMinor: 0, reversals: [], createdAt: null, mandate: null, fingerprint: null, account: null, payerCountry: null, transfer: null };
                await settlePayment(context, tx, reference, seen);
            });`,
      },
    ],
  },
  {
    name: 'status-going-back',
    mistake: 'The latest answer of the provider overwrites the status, even if the order was completed.',
    patches: [
      {
        file: 'server/payments/rules.js',
        find: `if (now === 'completed')
        return now;`,
        replace: '',
      },
    ],
    sql: ['alter table payments disable trigger payments_settled'],
  },
  {
    name: 'double-delivery',
    mistake: 'The event of a message is published twice to the receiver.',
    patches: [
      {
        file: 'server/chat/send/deliver.js',
        find: 'context.bus.publish(receiverId, eventFor(receiverId, senderId, summaries.sender));',
        replace:
          'for (let time = 0; time < 2; time += 1) context.bus.publish(receiverId, eventFor(receiverId, senderId, summaries.sender));',
      },
    ],
  },
  {
    name: 'catch-up-before-subscribing',
    mistake: 'The client is told to catch up before the server subscribes to its events.',
    patches: [
      {
        file: 'server/platform/http/live.js',
        find: 'const unsubscribe = bus.subscribe(memberId, (event) => {',
        replace: `send({ type: 'ready', calls: socketOperations });
    let unsubscribe = () => undefined;
    const listenSoon = (listener) => setTimeout(() => { unsubscribe = bus.subscribe(memberId, listener); }, 1_000);
    listenSoon((event) => {`,
      },
      {
        file: 'server/platform/http/live.js',
        find: `void bus.whenSubscribed(memberId).then(() => send({ type: 'ready', calls: socketOperations }));`,
        replace: '',
      },
    ],
  },
  {
    name: 'missing-idempotency-check',
    mistake: 'The stored result of an idempotency key is ignored.',
    patches: [
      {
        file: 'server/platform/idempotency.js',
        find: 'return row && {',
        replace: 'return undefined && {',
      },
      {
        file: 'server/platform/queries.js',
        find: 'as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb)`',
        replace:
          'as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb) on conflict do nothing`',
      },
    ],
    sql: ['alter table messages drop constraint messages_key', 'drop index ledger_entries_key'],
  },
  {
    name: 'lost-unread',
    mistake: 'A new message sets the unread counter to one instead of adding to it.',
    patches: [
      {
        file: 'server/chat/queries.js',
        find: 'then 0 else i.unread + 1 end',
        replace: 'then 0 else 1 end',
      },
    ],
  },
  {
    name: 'refund-rounded',
    mistake: 'A refund is rounded to whole euros, so that 40 cents are lost.',
    patches: [
      {
        file: 'server/payments/mollie/read-mollie.js',
        find: 'return back.minor;',
        replace: 'return Math.round(back.minor / 100) * 100;',
      },
    ],
  },
  {
    name: 'refund-for-each-webhook',
    mistake: 'The refunded total is booked again with every webhook.',
    patches: [
      {
        file: 'server/payments/rules.js',
        find: 'Math.max(keptRefund, Math.min(refund.minor, price - keptChargeback))',
        replace: 'Math.min(order.refunded + refund.minor, price - keptChargeback)',
      },
    ],
  },
  {
    name: 'credits-for-each-webhook',
    mistake: 'A paid order grants its credits every time it is settled.',
    patches: [
      {
        file: 'server/payments/settle-payment.js',
        find: 'if (status !== row.status) {',
        replace: `if (status !== row.status || status === 'completed') {`,
      },
    ],
    sql: ['drop index ledger_entries_keyless_cause', 'drop index money_entries_paid_once'],
  },
  {
    name: 'not-on-disk',
    mistake: 'Commits do not wait for the disk, to be faster.',
    patches: [
      {
        file: 'server/platform/database/database.js',
        find: `client.query('begin');`,
        replace: `client.query('begin; set local synchronous_commit = off');`,
      },
    ],
  },
  {
    name: 'discount-outside-transaction',
    mistake: 'The order is committed first, and its discount is claimed in another transaction right after it.',
    patches: [
      {
        file: 'server/payments/place-order.js',
        find: 'await claimDiscount(tx, call, { paymentId: fresh, code: discountCode, now, instrument });',
        replace: `tx.afterCommit(async () => {
                    const order = { paymentId: fresh, code: discountCode, now, instrument };
                    await context.database.transaction((own) => claimDiscount(own, call, order));
                });`,
      },
    ],
  },
  {
    name: 'discount-for-each-account',
    mistake: 'A person is recognized by the address of the account, so that each of their accounts gets the discount.',
    patches: [{ file: 'server/discounts/redeemers.js', find: 'deriveMailbox(member.email)', replace: 'member.email' }],
  },
  {
    name: 'charge-without-key',
    mistake: 'Each attempt to charge a stored card has an idempotency key of its own.',
    patches: [
      {
        file: 'server/payments/stripe/stripe.js',
        find: 'createOnce(order.key, (options) => stripe.paymentIntents.create(buildChargeParams(order), options)',
        replace:
          'createOnce(crypto.randomUUID(), (options) => stripe.paymentIntents.create(buildChargeParams(order), options)',
      },
    ],
  },
  {
    name: 'mandate-for-each-try',
    mistake: 'Each attempt to store a mandate for direct debit has an idempotency key of its own.',
    patches: [
      {
        file: 'server/payments/debit/confirm-direct-debit.js',
        find: 'key: `${row.debit_id}-${customer}`',
        replace: 'key: crypto.randomUUID()',
      },
    ],
  },
  {
    name: 'code-not-used-up',
    mistake: 'A code that has given its mandate is accepted again, for another payment.',
    patches: [
      {
        file: 'server/payments/debit/confirm-direct-debit.js',
        find: 'if (review || row.payment_id !== null)',
        replace: 'if (review)',
      },
      {
        file: 'server/payments/debit/confirm-direct-debit.js',
        find: `if (row.payment_id !== null)
        return;
    must(isUsable(row, context.clock.now()), 'debit.expired');`,
        replace: '',
      },
      {
        file: 'server/payments/debit/confirm-direct-debit.js',
        find: 'key: debitId,',
        replace: 'key: crypto.randomUUID(),',
      },
    ],
    sql: ['drop trigger payments_debit_mandate on payments', 'drop index payments_one_debit'],
  },
  {
    name: 'late-return-ignored',
    mistake: 'The return of a direct debit by the bank after days is not booked.',
    patches: [
      {
        file: 'server/payments/book-reversals.js',
        find: 'if (!reversals || reversals.length === 0)',
        replace: `if (!reversals || reversals.length === 0 || row.method === 'sepa_direct_debit')`,
      },
    ],
  },
  {
    name: 'withdrawal-without-key',
    mistake: 'Nothing is locked, and nothing makes a withdrawal unique, so that two simultaneous calls both succeed.',
    patches: [
      {
        file: 'server/payments/withdrawal/withdraw.js',
        find: 'const row = await tx.first(lockPayment, ids);',
        replace: 'const row = await context.database.first(lockPayment, ids);',
      },
      { file: 'server/payments/withdrawal/withdraw.js', find: 'await lockWallets(tx, [member.id]);', replace: '' },
      {
        file: 'server/payments/withdrawal/confirm-withdrawal.js',
        find: `if (latest && latest.state !== 'failed')
        refuse('withdrawal.done');`,
        replace: '',
      },
    ],
    sql: ['drop index withdrawals_once'],
  },
  {
    name: 'withdrawal-rounded-down',
    mistake: 'The price of the unused credits is rounded down.',
    patches: [
      { file: 'server/payments/withdrawal/rules.js', find: 'Math.ceil(((order', replace: 'Math.floor(((order' },
    ],
  },
  {
    name: 'refund-without-key',
    mistake: 'Each attempt to refund a withdrawal is a refund of its own.',
    patches: [
      {
        file: 'server/payments/withdrawal/refund-withdrawal.js',
        find: 'key: withdrawalId,',
        replace: 'key: crypto.randomUUID(),',
      },
      {
        file: 'server/payments/withdrawal/refund-withdrawal.js',
        find: 'const made = await findMade(',
        replace: 'const made = await (async () => undefined)(',
      },
    ],
  },
  {
    name: 'stripe-refund-for-each-webhook',
    mistake: 'A refund is identified by the webhook that reported it, so that a repeated webhook books it again.',
    patches: [
      {
        file: 'server/payments/stripe/read-stripe.js',
        find: `return { id: response.id, kind: 'refund'`,
        replace: `return { id: response.id + Date.now(), kind: 'refund'`,
      },
    ],
  },
  {
    name: 'canceled-for-good',
    mistake: 'The responses of the provider about an order that its member has canceled are ignored.',
    patches: [
      {
        file: 'server/payments/settle-payment.js',
        find: `const row = await tx.first(lockPayment, { memberId, paymentId });
    if (!row)`,
        replace: `const row = await tx.first(lockPayment, { memberId, paymentId });
    if (!row || row.cancelled_at !== null)`,
      },
    ],
  },
  {
    name: 'receipt-number-outside-transaction',
    mistake: 'The number of a receipt is taken in a transaction of its own, so that a crash leaves a gap.',
    patches: [
      {
        file: 'server/payments/receipts/write-receipts.js',
        find: '{ clock, sentences, terms: versions }',
        replace: '{ clock, sentences, terms: versions, database }',
      },
      {
        file: 'server/payments/receipts/write-receipts.js',
        find: 'await tx.first(assignReceiptNumber, { company })',
        replace: 'await database.transaction((own) => own.first(assignReceiptNumber, { company }))',
      },
    ],
  },
];
