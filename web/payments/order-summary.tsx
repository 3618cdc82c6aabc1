import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import type { Output } from '../../contract/index.ts';
import { useFormat } from '../platform/format.ts';
import { settingsQuery, userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { cx } from '../ui/cx.ts';
import { HeldDiscount } from './held-discount.tsx';
import { SpendingLine } from './spending-line.tsx';

export interface OrderSummaryProps {
  quote: Output<'quoteOrder'>;
  /** The payment method, unless the choice of methods is next to the summary. */
  method?: ReactNode;
}

/**
 * All legally required information before an order, as computed by the server: what is bought, what it costs and why,
 * and the conditions. Shown above the order button, in the modal and on the page.
 */
export function OrderSummary({ quote, method }: OrderSummaryProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-3">
        <CreditCoin size="lg" />
        <p className="text-13 text-ink-2">
          <b className="speak block text-20 font-medium text-ink">
            {say('payments.bundle-credits', { count: quote.credits })}
          </b>
          <Rich
            id="payments.bundle-detail"
            values={{ count: quote.messages, amount: format.money(quote.message_amount, quote.currency) }}
            components={{ b: <b className="text-ink" /> }}
          />
        </p>
      </div>
      <Bill quote={quote} method={method} />
      <SpendingLine spending={quote.spending} />
      {quote.discount_held_by !== null && <HeldDiscount by={quote.discount_held_by} />}
      <Notes days={quote.refund_days} />
    </div>
  );
}

function Bill({ quote, method }: OrderSummaryProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const money = (minor: number): string => format.money(minor, quote.currency);
  const reduction = quote.list_amount - quote.amount;
  return (
    <dl className="grid gap-1 border-t border-line pt-2.5 text-13">
      {method !== undefined && <Line label={say('payments.method')}>{method}</Line>}
      {reduction > 0 && (
        <Line
          label={say('payments.order.discount', { percent: format.percent((quote.discount?.percentage ?? 0) / 100) })}
          className="text-primary-ink"
        >
          <span className="sr-only">{say('payments.order.price')} </span>
          <s className="mr-2 text-ink-2">{money(quote.list_amount)}</s> −{money(reduction)}
        </Line>
      )}
      <Line label={say('payments.order.fee')}>{money(quote.transaction_fee)}</Line>
      {/* The tax is below the label of the total, and both are beside the amount. */}
      <div className="mt-1 grid grid-cols-[auto_1fr_auto] items-center gap-x-1.5 border-t border-line pt-2">
        <dt className="col-span-2 text-15 leading-tight font-bold">{say('payments.order.total')}</dt>
        <dd className="speak row-span-2 pl-2.5 text-26 leading-none tabular-nums">{money(quote.total)}</dd>
        {quote.vat_rate > 0 && (
          <dd className="col-span-2 flex gap-x-1.5 text-12 text-ink-3">
            <span>
              {say('payments.order.vat', { tax: quote.tax, percent: format.percent(quote.vat_rate / 10_000) })}
            </span>
            <span className="tabular-nums">{money(quote.vat_amount)}</span>
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

/** The notes: a single payment, the right of withdrawal and the effect of beginning at once, fictional profiles. */
function Notes({ days }: { days: number }): ReactElement {
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
      {days > 0 && (
        <p>
          {say('payments.order.at-once')} {say('payments.order.withdraw', { days })}{' '}
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
