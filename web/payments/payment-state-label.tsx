import type { ReactElement } from 'react';

import type { Payment } from '../../contract/payments/operations.ts';
import { useSay } from '../platform/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { type ShownState, deriveShownState } from './payment-state.ts';

const looks: Record<ShownState, string> = {
  loading: 'bg-primary-soft text-on-primary-soft',
  pending: 'bg-primary-soft text-on-primary-soft',
  transfer: 'bg-primary-soft text-on-primary-soft',
  checking: 'bg-secondary-soft text-on-secondary-soft',
  failed: 'bg-sunken text-ink-2',
  'offer-used': 'bg-sunken text-ink-2',
  completed: 'bg-success-soft text-on-success-soft',
  'refunded-part': 'bg-sunken text-ink-2',
  refunded: 'bg-sunken text-ink-2',
  'charged-back': 'bg-danger-soft text-on-danger-soft',
};

/** The state of a payment, in a word or two. */
export function PaymentStateLabel({ of }: { of: Payment }): ReactElement {
  const say = useSay();
  const state = deriveShownState(of);
  return (
    <span className={cx('rounded-pill px-2.5 py-0.5 text-12 font-semibold', looks[state])}>
      {say(`payments.state.${state === 'offer-used' ? 'refunded' : state}`)}
    </span>
  );
}
