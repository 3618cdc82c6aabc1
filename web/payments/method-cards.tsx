import type { ReactElement } from 'react';

import { type PaymentMethodId, paymentMethods } from '../../contract/payments/payment-methods.ts';
import { methodName } from './method-name.ts';
import { MethodSign } from './method-sign.tsx';
import { useSay } from '../platform/sentences.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import type { MethodRow } from './method-rows.ts';

export interface MethodCardsProps {
  rows: readonly MethodRow[];
  value: PaymentMethodId | undefined;
  onChange: (id: PaymentMethodId) => void;
}

/** The payment methods as cards; all kinds of bank cards share one. */
export function MethodCards({ rows, value, onChange }: MethodCardsProps): ReactElement {
  const say = useSay();
  return (
    <RadioCards
      label={say('payments.method')}
      labelLoud
      name="paymentmethod"
      value={value ?? ''}
      onChange={(id) => onChange(id as PaymentMethodId)}
      grid="grid-cols-1 min-[400px]:grid-cols-2 lg:grid-cols-3"
      options={rows.map(({ id, kinds }) => ({
        value: id,
        title: methodName(say, kinds.length > 0 ? 'credit_card' : id),
        start: <MethodSign of={id} />,
        ...(kinds.length > 0 && {
          detail: <span className="text-12">{kinds.map((kind) => paymentMethods[kind].label).join(', ')}</span>,
        }),
        ...(id === 'apple_pay' && { className: 'apple-pay' }),
      }))}
    />
  );
}
