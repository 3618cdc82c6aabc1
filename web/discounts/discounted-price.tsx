import type { ReactElement } from 'react';

import { useFormat } from '../platform/format.ts';
import { useSay } from '../platform/sentences.tsx';
import { cx } from '../ui/cx.ts';

export interface DiscountedPriceProps {
  /** In minor units of `currency`. */
  amount: number;
  /** The lowest price of the last 30 days, if the amount is lower. */
  listAmount: number;
  currency: string;
  className?: string;
}

/** A price, and below it the price that it replaces. */
export function DiscountedPrice({ amount, listAmount, currency, className }: DiscountedPriceProps): ReactElement {
  const say = useSay();
  const { money } = useFormat();
  return (
    <span className={cx('grid justify-items-end leading-tight', className)}>
      <b className="speak text-20 text-ink tabular-nums">
        {listAmount > amount && <span className="sr-only">{say('discounts.now')} </span>}
        {money(amount, currency)}
      </b>
      {listAmount > amount && (
        <s className="text-12 text-ink-3 tabular-nums">
          <span className="sr-only">{say('discounts.before')} </span>
          {money(listAmount, currency)}
        </s>
      )}
    </span>
  );
}
