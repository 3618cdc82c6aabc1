import type { Handler } from '../../platform/handler.ts';
import { type Country, countries } from '../../../contract/platform/countries.ts';
import type { Spending } from '../../../contract/payments/spending.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { findSpendingLimit, sumOrders } from './queries.ts';
import { breakEnd, limitAt, nextLimit, noLimit, spendingDays, totalIn } from './rules.ts';

export const getSpending: Handler<'getSpending'> = (_input, { context, member }) => findSpending(context, member);

/** Finds the spending limit of a member, and their spending within seven days. */
export async function findSpending(
  context: AppContext,
  { id: memberId, country }: { id: MemberId; country: Country },
): Promise<Spending> {
  const now = context.clock.now();
  const since = after(now, -spendingDays * dayMs);
  const { currency } = countries[country];
  const [row = noLimit, sums] = await Promise.all([
    context.database.first(findSpendingLimit, { memberId }),
    context.database.all(sumOrders, { memberId, since }),
  ]);
  const limit = limitAt(row, currency, now);
  const spent = totalIn(currency, sums);
  return {
    currency,
    limit,
    next: nextLimit(row, currency, now),
    break_until: breakEnd(row, now),
    spent,
    left: limit === null ? null : Math.max(0, limit - spent),
  };
}

/**
 * Checks that an order is within the member's limit. Throws payment.limit. The wallet must be locked, so that
 * simultaneous orders count each other.
 */
export async function mustBeWithinLimit(
  tx: Transaction,
  memberId: MemberId,
  { total, currency }: { total: number; currency: string },
  now: Date,
): Promise<void> {
  const row = await tx.first(findSpendingLimit, { memberId });
  const limit = row ? limitAt(row, currency, now) : null;
  if (limit === null) return;
  const since = after(now, -spendingDays * dayMs);
  const spent = totalIn(currency, await tx.all(sumOrders, { memberId, since }));
  if (spent + total > limit)
    throw new Failure(
      'payment.limit',
      { limit, left: Math.max(0, limit - spent), currency },
      { bundle: 'payment.limit' },
    );
}
