import type { AppContext } from '../context.ts';
import { refreshPayment } from './ask-provider.ts';
import { type PaymentRow, claimOpenPayments, claimStandingPayments } from './queries.ts';

/** Of each of the two. */
const perRunMax = 50;
const atOnceMax = 5;

/**
 * Asks the provider about payments that nobody reported on: open ones, failed ones that may still be paid, and after
 * them completed ones that may still go back. Finishes orders whose creation was cut. Runs every minute; stops early
 * while the provider does not answer.
 */
export async function reconcilePayments(context: AppContext): Promise<void> {
  for (const claim of [claimOpenPayments, claimStandingPayments]) {
    const due = await context.database.transaction((tx) => tx.all(claim, [context.clock.now(), perRunMax]));
    for (let start = 0; start < due.length; start += atOnceMax) {
      const answered = await Promise.all(due.slice(start, start + atOnceMax).map((row) => reconcile(context, row)));
      if (!answered.includes(true)) return;
    }
  }
}

/** Whether the provider answered. */
async function reconcile(context: AppContext, row: PaymentRow): Promise<boolean> {
  try {
    await refreshPayment(context, row);
    return true;
  } catch (error) {
    context.log.warn({ payment_id: row.payment_id, err: (error as Error).message }, 'a payment was not reconciled');
    return false;
  }
}
