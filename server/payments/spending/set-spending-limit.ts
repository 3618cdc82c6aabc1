import { countries } from '../../../contract/platform/countries.ts';
import { lockWallets } from '../../credits/wallets.ts';
import { refuseFields } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { findSpending } from './get-spending.ts';
import { findSpendingLimit, setSpendingLimitRow } from './queries.ts';
import { noLimit, withBreak, withLimit } from './rules.ts';

/** Sets the limit or starts a break. The wallet's lock orders it with simultaneous orders. Throws field.missing. */
export const setSpendingLimit: Handler<'setSpendingLimit'> = async (input, { context, member }) => {
  const { limit, take_break: takeBreak = false } = input;
  refuseFields({ limit: limit === undefined && !takeBreak ? 'field.missing' : undefined });
  const { id: memberId } = member;
  const { currency } = countries[member.country];
  await context.database.transaction(async (tx) => {
    await lockWallets(tx, [memberId]);
    const now = context.clock.now();
    const held = (await tx.first(findSpendingLimit, { memberId })) ?? { ...noLimit, currency };
    const limited = limit === undefined ? held : withLimit(held, { limit, currency }, now);
    const next = takeBreak ? withBreak(limited, now) : limited;
    await tx.run(setSpendingLimitRow, {
      memberId,
      currency: next.currency,
      amount: next.amount,
      nextAmount: next.next_amount,
      nextAt: next.next_at,
      breakUntil: next.break_until,
    });
  });
  return findSpending(context, member);
};
