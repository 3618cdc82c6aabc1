import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import type { Output } from '../../contract/index.ts';
import type { Spending } from '../../contract/payments/spending.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { Card } from '../ui/card.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { cx } from '../ui/cx.ts';
import { HeldDiscount } from './held-discount.tsx';

export interface OrderSummaryProps {
  price: Output<'priceOrder'>;
  method?: ReactNode;
}

/** All legally required information before an order, as computed by the server. Shown above the order button. */
export function OrderSummary({ price, method }: OrderSummaryProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-3">
        <CreditCoin size="lg" />
        <p className="text-13 text-ink-2">
          <b className="speak block text-20 font-medium text-ink">
            {say('payments.bundle-credits', { count: price.credits })}
          </b>
          <Rich
            id="payments.bundle-detail"
            values={{ count: price.messages, amount: format.money(price.message_amount, price.currency) }}
            components={{ b: <b className="text-ink" /> }}
          />
        </p>
      </div>
      <Bill price={price} method={method} />
      <SpendingLine spending={price.spending} />
      {price.discount_held_by !== null && <HeldDiscount by={price.discount_held_by} />}
      <Notes days={price.refund_days} request={price.request?.text} />
    </div>
  );
}

function Bill({ price, method }: OrderSummaryProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const money = (minor: number): string => format.money(minor, price.currency);
  const reduction = price.list_amount - price.amount;
  return (
    <dl className="grid gap-1 border-t border-line pt-2.5 text-13">
      {method !== undefined && <Line label={say('payments.method')}>{method}</Line>}
      {reduction > 0 && (
        <Line
          label={say('payments.order.discount', { percent: format.percent((price.discount?.percentage ?? 0) / 100) })}
          className="text-primary-ink"
        >
          <span className="sr-only">{say('payments.order.price')} </span>
          <s className="mr-2 text-ink-2">{money(price.list_amount)}</s> −{money(reduction)}
        </Line>
      )}
      <Line label={say('payments.order.fee')}>{money(price.transaction_fee)}</Line>
      <div className="mt-1 grid grid-cols-[auto_1fr_auto] items-center gap-x-1.5 border-t border-line pt-2">
        <dt className="col-span-2 text-15 leading-tight font-bold">{say('payments.order.total')}</dt>
        <dd className="speak row-span-2 pl-2.5 text-26 leading-none tabular-nums">{money(price.total)}</dd>
        {price.vat_rate > 0 && (
          <dd className="col-span-2 flex gap-x-1.5 text-12 text-ink-3">
            <span>
              {say('payments.order.vat', { tax: price.tax, percent: format.percent(price.vat_rate / 10_000) })}
            </span>
            <span className="tabular-nums">{money(price.vat_amount)}</span>
          </dd>
        )}
      </div>
    </dl>
  );
}

function Line(props: { label: string; children: ReactNode; className?: string }): ReactElement {
  return (
    <div className={cx('flex items-center justify-between gap-4', props.className)}>
      <dt className={cx('min-w-0', !props.className && 'text-ink-2')}>{props.label}</dt>
      <dd className="flex justify-end text-right tabular-nums">{props.children}</dd>
    </div>
  );
}

function Notes({ days, request }: { days: number; request: string | undefined }): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const policy = pathTo('return-policy');
  const link = 'underline underline-offset-3 hover:text-ink';
  return (
    <div className="grid gap-1.5 text-12 text-pretty text-ink-2 min-[360px]:text-13 min-[360px]:leading-[1.32]">
      <p>
        {say('payments.order.once')} {user?.paid_user ? '' : say('payments.order.premium')}
      </p>
      {request !== undefined && (
        <p>
          {request} {say('payments.order.withdraw', { days })}{' '}
          <Rich
            id="payments.order.rights"
            components={{
              info: <Link to={policy} target="_blank" className={link} />,
              form: <Link to={`${policy}#words`} target="_blank" className={link} />,
            }}
          />
        </p>
      )}
      {settings?.fictional_warning && <p>{say('payments.order.fictional', { mark: settings.fictional_singular })}</p>}
    </div>
  );
}

function SpendingLine({ spending }: { spending: Spending }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { limit, left, currency } = spending;
  if (limit === null || left === null) return null;
  return (
    <p className="text-13 text-ink-2">
      <Link
        to={`${pathTo('settings', { group: 'money' })}#spending`}
        className="underline underline-offset-4 hover:text-ink"
      >
        {say('payments.order.limit', { left: format.money(left, currency), limit: format.money(limit, currency) })}
      </Link>
    </p>
  );
}

export const orderColumns = 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_420px] lg:items-start lg:gap-x-8';

interface OrderCardProps {
  price: Output<'priceOrder'>;
  aside?: ReactNode;
  children?: ReactNode;
}

export function OrderCard({ price, aside, children }: OrderCardProps): ReactElement {
  const say = useSay();
  return (
    <Card as="section" aria-labelledby="order" className="grid gap-4 lg:sticky lg:top-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="order" className="speak text-20">
          {say('payments.order')}
        </h2>
        {aside}
      </div>
      <OrderSummary price={price} />
      {children}
    </Card>
  );
}
