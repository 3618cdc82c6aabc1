import type { AppContext } from '../context.ts';
import { refreshPayment } from './ask-provider.ts';
import { type PaymentRow, claimOpenPayments, claimCompletedPayments } from './queries.ts';

/** Payments per run, for each of the two claims. */
const perRunMax = 50;
const atOnceMax = 5;

/**
 * Asks the provider about payments that no webhook reported on: open ones and failed ones that may still be paid, then
 * completed ones that may still be refunded or charged back. Completes orders whose creation was cut off. Runs every
 * minute; stops early while the provider does not answer.
 */
export async function reconcilePayments(context: AppContext): Promise<void> {
  for (const claim of [claimOpenPayments, claimCompletedPayments]) {
    const due = await context.database.transaction((tx) =>
      tx.all(claim, { now: context.clock.now(), limit: perRunMax }),
    );
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
    context.log.warn({ payment_id: row.payment_id, err: (error as Error).message }, 'reconciling a payment failed');
    return false;
  }
}
