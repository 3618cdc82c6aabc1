import { roughlyIn } from '../../../contract/currency-values.ts';
import { type Country, countries } from '../../../contract/countries.ts';
import { pauseOfferedAtEuroCents } from '../../../contract/limits.ts';
import type { Spending } from '../../../contract/spending.ts';
import type { AppContext } from '../../context.ts';
import { sumSpentOnOthers } from '../../credits/spent-on-others.ts';
import { listProfileSummaries } from '../../members/list-profile-summaries.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { findSpendingLimit, sumOrders } from './queries.ts';
import { breakEnd, limitAt, nextLimit, noLimit, spendingDays, totalIn } from './rules.ts';

/** The spending limit of a member, what was spent within seven days, and whether a break is offered. */
export async function findSpending(
  context: AppContext,
  { id: memberId, country }: { id: string; country: Country },
): Promise<Spending> {
  const now = context.clock.now();
  const since = after(now, -spendingDays * dayMs);
  const { currency } = countries[country];
  const [row = noLimit, sums, pauseOffered] = await Promise.all([
    context.database.first(findSpendingLimit, { memberId }),
    context.database.all(sumOrders, { memberId, since }),
    offersPause(context, memberId, since),
  ]);
  const limit = limitAt(row, currency, now);
  const spent = totalIn(currency, sums);
  const breakUntil = breakEnd(row, now);
  return {
    currency,
    limit,
    next: nextLimit(row, currency, now),
    break_until: breakUntil,
    spent,
    left: limit === null ? null : Math.max(0, limit - spent),
    pause_offered: pauseOffered && breakUntil === null,
  };
}

/**
 * Refuses an order that would exceed the member's spending limit, with payment.limit for the field `bundle`. The wallet
 * must be locked: of simultaneous orders each then sees those before it.
 */
export async function mustBeWithinLimit(
  tx: Transaction,
  memberId: string,
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

/** Whether the credits that conversations with fictional profiles took since a time cost more than 100 euros or so. */
async function offersPause(context: AppContext, memberId: string, since: Date): Promise<boolean> {
  const sums = await sumSpentOnOthers(context.database, memberId, since);
  const isMuch = (some: typeof sums): boolean =>
    some.reduce((sum, { minor, currency }) => sum + roughlyIn(minor, currency, 'EUR'), 0) > pauseOfferedAtEuroCents;
  // Hardly anybody spends so much: only then it matters on whom.
  if (!isMuch(sums)) return false;
  return isMuch(await onFictional(context, context.database, memberId, sums));
}

async function onFictional<Sum extends { otherId: string }>(
  context: AppContext,
  reader: Reader,
  memberId: string,
  sums: readonly Sum[],
): Promise<Sum[]> {
  const views = sums.map(({ otherId }) => ({ viewerId: memberId, otherId }));
  const summaries = await listProfileSummaries(context, reader, views);
  return sums.filter((_, index) => summaries[index]?.fictional);
}
