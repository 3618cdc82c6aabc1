import type { AppContext } from '../context.ts';
import { after, minuteMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { refreshPayment } from './ask-provider.ts';
import {
  type PaymentRow,
  checkAllPaid,
  checkBefore,
  claimFailedPayments,
  claimOpenPayments,
  claimPaidPayments,
} from './queries.ts';

/** How many payments of each state a round asks about: open ones first, failed ones least. */
const queues = [
  { claim: claimOpenPayments, limit: 50 },
  { claim: claimPaidPayments, limit: 20 },
  { claim: claimFailedPayments, limit: 10 },
] as const;

/** The most rounds of a run, which bound its calls to 1,600. */
const roundsMax = 20;
/** A run ends before the next one begins, even if the provider is slow. */
const runMaxMs = 50_000;
const atOnceMax = 5;
/** The unanswered calls in a row after which a provider is left alone for the rest of the run. */
const unansweredMax = 5;
const againAfterMs = 5 * minuteMs;

/**
 * Asks the providers every minute about payments that no webhook reported on: open ones, paid ones whose money may have
 * gone back, and failed ones that may still be paid. Completes orders whose creation was cut off.
 */
export async function reconcilePayments(context: AppContext): Promise<void> {
  const { database, clock } = context;
  const startedAt = clock.now();
  const unanswered = new Map<string, number>();
  let left: readonly (typeof queues)[number][] = queues;
  for (let round = 0; round < roundsMax && left.length > 0; round += 1) {
    const more: (typeof queues)[number][] = [];
    for (const queue of left) {
      const but = [...unanswered.keys()].filter((provider) => isSilent(unanswered, provider));
      const asked = { now: startedAt, but, limit: queue.limit };
      const due = await database.transaction((tx) => tx.all(queue.claim, asked));
      for (let start = 0; start < due.length; start += atOnceMax)
        await Promise.all(due.slice(start, start + atOnceMax).map((row) => reconcile(context, row, unanswered)));
      if (due.length === queue.limit) more.push(queue);
    }
    left = more;
    if (clock.now().getTime() - startedAt.getTime() > runMaxMs) return;
  }
}

/** Asks about all paid payments in the next runs: after a restore, providers know of refunds that we have forgotten. */
export async function reconcileAllSoon({ clock }: AppContext, tx: Transaction): Promise<void> {
  await tx.run(checkAllPaid, { now: clock.now() });
}

const isSilent = (unanswered: ReadonlyMap<string, number>, provider: string): boolean =>
  (unanswered.get(provider) ?? 0) >= unansweredMax;

async function reconcile(context: AppContext, row: PaymentRow, unanswered: Map<string, number>): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, provider } = row;
  if (!isSilent(unanswered, provider)) {
    try {
      await refreshPayment(context, row);
      unanswered.set(provider, 0);
      return;
    } catch (error) {
      context.log.warn({ payment_id: paymentId, err: (error as Error).message }, 'reconciling a payment failed');
      unanswered.set(provider, (unanswered.get(provider) ?? 0) + 1);
    }
  }
  const dueAt = after(context.clock.now(), againAfterMs);
  await context.database.transaction((tx) => tx.run(checkBefore, { memberId, paymentId, dueAt }));
}
