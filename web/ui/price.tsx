import { CreditCoin } from './credit-coin.tsx';

export type PriceProps = {
  amount: string | number;
  /** The whole price in words, such as "5 credits". Without it, the surrounding sentence must say so. */
  label?: string;
};

export function Price({ amount, label }: PriceProps) {
  return (
    <span className="inline-flex items-center gap-1 font-bold whitespace-nowrap lining-nums tabular-nums">
      <span aria-hidden={label === undefined ? undefined : true}>{amount}</span>
      <CreditCoin size="sm" />
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
