import { CreditCoin } from './credit-coin.tsx';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type PriceProps = {
  /** The number, formatted in the member's language. */
  amount: string | number;
  /** The whole price in words, such as "5 credits". Without it, the surrounding sentence must say so. */
  label?: string;
  coin?: 'md' | 'sm';
  className?: string;
};

/** A number of credits with its coin. */
export function Price({ amount, label, coin = 'sm', className }: PriceProps) {
  return (
    <span
      className={cx('inline-flex items-center gap-1 font-bold whitespace-nowrap lining-nums tabular-nums', className)}
    >
      <span aria-hidden={label === undefined ? undefined : true}>{amount}</span>
      <CreditCoin size={coin} />
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
