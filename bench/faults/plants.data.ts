import type { Plant } from './plant.ts';

/** Faults that somebody could write, each in the place where it would be written. */
export const plants: readonly Plant[] = [
  {
    name: 'charge-outside-transaction',
    story: 'The message is stored and checked in one transaction, and its price taken in another one right after.',
    patches: [
      {
        file: 'server/chat/send-together.js',
        find: `import { chargeWallets } from '../credits/charge-credits.js';`,
        replace: `import { chargeCredits } from '../credits/charge-credits.js';`,
      },
      {
        file: 'server/chat/send-together.js',
        find: 'chargeWallets(tx, wallets, going.map(chargeOf), now),',
        replace: `tx.afterCommit(async () => {
            for (const charge of going.map(chargeOf))
                await context.database.transaction((own) => chargeCredits(own, { ...charge, now }));
        }),`,
      },
    ],
  },
  {
    name: 'webhook-trusted',
    story: 'Who posts a notice about an order says that it is paid: why ask the provider again.',
    patches: [
      {
        file: 'server/payments/note-payment-webhook.js',
        find: `import { findByProviderId } from './queries.js';`,
        replace: `import { findByProviderId, lockPayment } from './queries.js';
import { settlePayment } from './settle-payment.js';`,
      },
      {
        file: 'server/payments/note-payment-webhook.js',
        find: 'await askProvider(context, id);',
        replace: `await context.database.transaction(async (tx) => {
                const known = await tx.first(findByProviderId, [provider, id]);
                if (!known) return;
                const reference = { memberId: known.member_id, paymentId: known.payment_id };
                const row = await tx.first(lockPayment, [reference.memberId, reference.paymentId]);
                const money = { minor: row.amount + row.fee, currency: row.currency };
                const { mode } = desk.provider;
                const seen = { id, state: 'paid', money, mode, profile: row.provider_profile, reference, payPage: null, refundedMinor: 0, chargedBackMinor: 0 };
                await settlePayment(context, tx, reference, seen);
            });`,
      },
    ],
  },
  {
    name: 'status-going-back',
    story: 'The latest answer of the provider is the truth, also when an older one was completed.',
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
    story: 'The receiver is told of a message once by the sender’s code and once by a helper.',
    patches: [
      {
        file: 'server/chat/deliver.js',
        find: 'context.bus.publish(toId, eventFor(toId, faces.from));',
        replace: 'for (let time = 0; time < 2; time += 1) context.bus.publish(toId, eventFor(toId, faces.from));',
      },
    ],
  },
  {
    name: 'catch-up-before-subscribing',
    story: 'The client hears that it may catch up, and only then, a moment later, are its events listened for.',
    patches: [
      {
        file: 'server/platform/live.js',
        find: 'const unsubscribe = context.bus.subscribe(memberId, (event) => {',
        replace: `tell({ type: 'ready' });
    let unsubscribe = () => undefined;
    const listenSoon = (listener) => setTimeout(() => { unsubscribe = context.bus.subscribe(memberId, listener); }, 1_000);
    listenSoon((event) => {`,
      },
      {
        file: 'server/platform/live.js',
        find: `void context.bus.joined(memberId).then(() => tell({ type: 'ready' }));`,
        replace: '',
      },
    ],
  },
  {
    name: 'missing-idempotency-check',
    story: 'A key that was seen before is no reason to look at the first answer.',
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
    story: 'A message makes a conversation unread; that it may have been unread before is forgotten.',
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
    story: 'What went back to the buyer is rounded to whole euros: forty cents are nothing.',
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
    story: 'What the provider says went back is booked each time that it says so.',
    patches: [
      {
        file: 'server/payments/rules.js',
        find: 'Math.max(order.refunded, Math.min(seen.refundedMinor, price - order.charged_back))',
        replace: 'Math.min(order.refunded + seen.refundedMinor, price - order.charged_back)',
      },
    ],
  },
  {
    name: 'credits-for-each-notice',
    story: 'An order that is paid gives its credits, whether or not it was settled before.',
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
    story: 'Commits are faster when they do not wait for the disk.',
    patches: [
      {
        file: 'server/platform/database.js',
        find: `await client.query('begin');`,
        replace: `await client.query('begin; set local synchronous_commit = off');`,
      },
    ],
  },
];
