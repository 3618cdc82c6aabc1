import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { CreditCoin } from './credit-coin.tsx';
import { cx } from './cx.ts';

export type BalanceProps = {
  children: ReactNode;
  label?: string;
  empty?: boolean;
  to?: To;
  className?: string;
};

export function Balance({ children, label, empty = false, to, className }: BalanceProps) {
  const look = cx(
    'inline-flex h-9 shrink-0 items-center gap-1.5 rounded-pill pr-3.25 pl-2.25 text-13 font-bold whitespace-nowrap tabular-nums',
    empty ? 'bg-danger-soft text-on-danger-soft' : 'bg-secondary-soft text-on-secondary-soft',
    className,
  );
  const inside = (
    <>
      <CreditCoin size="sm" />
      {label === undefined ? (
        children
      ) : (
        <>
          <span aria-hidden="true">{children}</span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </>
  );
  if (to === undefined) return <span className={look}>{inside}</span>;
  return (
    <Link to={to} className={cx(look, 'reach transition-[filter] hover:brightness-96')}>
      {inside}
    </Link>
  );
}
