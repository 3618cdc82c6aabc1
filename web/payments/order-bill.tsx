import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { useFormat } from '../format.ts';
import { settingsQuery } from '../queries.ts';
import { type Say, useSay } from '../sentences.tsx';
import { Card } from '../ui/card.tsx';
import { Check, Icon } from '../ui/icon.tsx';
import type { Offer, OfferedBundle } from './payments-queries.ts';

export interface OrderBillProps {
  offer: Offer;
  bundle: OfferedBundle;
  submit: ReactNode;
}

/** What is bought, what it costs in all, and what holds for it: everything that is said before the button. */
export function OrderBill({ offer, bundle, submit }: OrderBillProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const promises = [
    say('payments.order.once'),
    say('payments.order.premium'),
    ...withdrawalTexts(say, offer.refund_days),
    ...(settings?.fictional_warning ? [say('payments.order.fictional', { mark: settings.fictional_singular })] : []),
  ];
  return (
    <Card as="section" className="grid gap-5 lg:sticky lg:top-24">
      <h2 className="speak text-20">{say('payments.order')}</h2>
      <dl className="grid gap-2.5 text-13">
        <Line label={say('payments.bundle-credits', { count: bundle.credits })}>
          {format.money(bundle.amount, offer.currency)}
        </Line>
        <Line label={say('payments.order.fee')}>{format.money(offer.transaction_fee, offer.currency)}</Line>
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="text-15 font-bold">
            {say('payments.order.total')}{' '}
            <small className="text-12 font-medium text-ink-3">{say('payments.order.tax')}</small>
          </dt>
          <dd className="speak text-26 leading-none tabular-nums">
            {format.money(bundle.amount + offer.transaction_fee, offer.currency)}
          </dd>
        </div>
      </dl>
      <ul className="grid gap-3 text-13 text-ink-2">
        {promises.map((promise) => (
          <li key={promise} className="flex gap-3">
            <Icon of={Check} size="sm" className="mt-px text-primary-ink" />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
      {submit}
    </Card>
  );
}

/** What the law wants to be said right before the order, where there is a right of withdrawal. */
export function withdrawalTexts(say: Say, days: number): string[] {
  return days > 0 ? [say('payments.order.at-once'), say('payments.order.withdraw', { days })] : [];
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
