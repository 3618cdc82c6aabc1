import type { PlantedFault } from './planted-fault.ts';

/** Bugs that a programmer could plausibly write, each as a patch of the file where it would occur. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'charge-outside-transaction',
    mistake: 'The message is stored in one transaction and charged in another right after it.',
    patches: [
      {
        file: 'server/chat/send/send-batch.js',
        find: 'chargeWallets(tx, wallets, messages.map(chargeFor), now),',
        replace: `tx.afterCommit(async () => {
            for (const charge of messages.map(chargeFor))
                await context.database.transaction(async (own) =>
                    chargeWallets(own, await lockWallets(own, [charge.memberId]), [charge], now));
        }),`,
      },
    ],
  },
  {
    name: 'webhook-trusted',
    mistake: 'A webhook about an order means that it is paid, so the provider is not asked.',
    patches: [
      {
        file: 'server/payments/note-payment-webhook.js',
        find: `import { findByProviderId } from './queries.js';`,
        replace: `import { findByProviderId } from './queries.js';
import { settlePayment } from './settle-payment.js';`,
      },
      {
        file: 'server/payments/note-payment-webhook.js',
        find: 'await askProvider(context, provider, id);',
        replace: `await context.database.transaction(async (tx) => {
                const [row] = await tx.raw('select p.* from provider_payments o join payments p using (member_id, payment_id) '
                    + 'where o.provider = $1 and o.provider_payment_id = $2', [name, id]);
                if (!row) return;
                const reference = { memberId: row.member_id, paymentId: row.payment_id };
                const money = { minor: row.amount + row.fee, currency: row.currency };
                const { mode } = provider;
                const seen = { id, state: 'paid', money, mode, profile: row.provider_profile, reference, payPage: null, refundedMinor: 0, chargedBackMinor: 0, reversals: [], createdAt: null, mandate: null, fingerprint: null, transfer: null };
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
        find: 'context.bus.publish(receiverId, eventFor(receiverId, summaries.sender));',
        replace:
          'for (let time = 0; time < 2; time += 1) context.bus.publish(receiverId, eventFor(receiverId, summaries.sender));',
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
        replace: `send({ type: 'ready' });
    let unsubscribe = () => undefined;
    const listenSoon = (listener) => setTimeout(() => { unsubscribe = bus.subscribe(memberId, listener); }, 1_000);
    listenSoon((event) => {`,
      },
      {
        file: 'server/platform/http/live.js',
        find: `void bus.whenSubscribed(memberId).then(() => send({ type: 'ready' }));`,
        replace: '',
      },
    ],
  },
  {
    name: 'missing-idempotency-check',
    mistake: 'The stored answer of an idempotency key is ignored.',
    patches: [
      {
        file: 'server/platform/idempotency.js',
        find: 'return row && { answer: row.answer };',
        replace: 'return undefined;',
      },
      {
        file: 'server/platform/queries.js',
        find: 'as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb)`',
        replace:
          'as c (member_id uuid, key uuid, operation text, body_hash text, answer jsonb) on conflict do nothing`',
      },
    ],
    sql: ['alter table messages drop constraint messages_key'],
  },
  {
    name: 'lost-unread',
    mistake: 'A new message sets the unread counter to one instead of adding to it.',
    patches: [
      {
        file: 'server/chat/queries.js',
        find: 'unread = inbox.unread + excluded.unread',
        replace: 'unread = greatest(inbox.unread, excluded.unread)',
      },
    ],
  },
  {
    name: 'refund-rounded',
    mistake: 'A refund is rounded to whole euros, so that 40 cents are lost.',
    patches: [
      {
        file: 'server/payments/mollie-answers.js',
        find: 'return back.minor;',
        replace: 'return Math.round(back.minor / 100) * 100;',
      },
    ],
  },
  {
    name: 'refund-for-each-notice',
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
    name: 'credits-for-each-notice',
    mistake: 'A paid order grants its credits every time it is settled.',
    patches: [
      {
        file: 'server/payments/settle-payment.js',
        find: 'if (status !== row.status) {',
        replace: `if (status !== row.status || status === 'completed') {`,
      },
    ],
    sql: ['alter table ledger_entries drop constraint ledger_entries_cause', 'drop index money_entries_paid_once'],
  },
  {
    name: 'not-on-disk',
    mistake: 'Commits do not wait for the disk, to be faster.',
    patches: [
      {
        file: 'server/platform/database/database.js',
        find: `await client.query('begin');`,
        replace: `await client.query('begin; set local synchronous_commit = off');`,
      },
    ],
  },
];
