import { type ReactElement, useEffect, useState } from 'react';

import { type PaymentMethodId, paymentMethods } from '../../contract/payments/payment-methods.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { hasApplePay } from './apple-pay.ts';
import { MethodSign, methodName } from './methods.tsx';
import type { Offer } from './payments-queries.ts';

export interface MethodCardsProps {
  offer: Offer;
  wanted?: string | undefined;
  value: PaymentMethodId | undefined;
  onChange: (id: PaymentMethodId) => void;
}

export function MethodCards({ offer, wanted, value, onChange }: MethodCardsProps): ReactElement {
  const say = useSay();
  const { paymentmethods: offered, methods_missing: areMissing } = offer;
  if (offered.length === 0) return <Alert tone="info">{say('payments.no-methods')}</Alert>;
  return (
    <>
      <RadioCards
        label={say('payments.method')}
        labelLoud
        name="paymentmethod"
        value={value ?? ''}
        onChange={(id) => onChange(id as PaymentMethodId)}
        grid="grid-cols-1 min-[400px]:grid-cols-2 lg:grid-cols-3"
        options={methodRows(offered, wanted).map(({ id, kinds }) => ({
          value: id,
          title: methodName(say, kinds.length > 0 ? 'credit_card' : id),
          start: <MethodSign of={id} />,
          ...(kinds.length > 0 && {
            detail: <span className="text-12">{kinds.map((kind) => paymentMethods[kind].label).join(', ')}</span>,
          }),
          ...(id === 'apple_pay' && { className: 'apple-pay' }),
        }))}
      />
      {/* A payment provider does not respond. */}
      {areMissing && <Alert tone="info">{say('payments.methods-missing')}</Alert>}
    </>
  );
}

interface MethodRow {
  /** The method to order with; for cards `credit_card`, if offered. */
  id: PaymentMethodId;
  /** The cards that the row stands for; empty for other methods. */
  kinds: readonly PaymentMethodId[];
}

const isCard = (id: PaymentMethodId): boolean => paymentMethods[id].kind === 'card';

/**
 * Lists the rows of methods. All cards share the first one's row, since the pay page accepts any card. It orders
 * `wanted` if that is a card.
 */
export function methodRows(offered: readonly PaymentMethodId[], wanted?: string): MethodRow[] {
  const cards = offered.filter(isCard);
  const card = cards.find((id) => id === wanted) ?? cards.find((id) => id === 'credit_card') ?? cards[0];
  return offered.flatMap((id) => {
    if (!isCard(id)) return [{ id, kinds: [] }];
    if (id !== cards[0] || card === undefined) return [];
    return [{ id: card, kinds: cards.filter((one) => one !== 'credit_card') }];
  });
}

/** Returns the preselected row: the wanted one, else the first that every browser supports. */
export function firstRow(rows: readonly MethodRow[], wanted?: string): MethodRow | undefined {
  const safe = rows.filter(({ id }) => id !== 'apple_pay');
  return safe.find(({ id }) => id === wanted) ?? safe[0] ?? rows[0];
}

/** Returns the chosen method, initially the wanted or first offered one. Apple Pay has to wait for hydration. */
export function useMethod(
  offered: readonly PaymentMethodId[],
  wanted?: string,
): [PaymentMethodId | undefined, (id: PaymentMethodId) => void] {
  const state = useState(firstRow(methodRows(offered, wanted), wanted)?.id);
  const [, choose] = state;
  useEffect(() => {
    if (wanted === 'apple_pay' && offered.includes(wanted) && hasApplePay()) choose(wanted);
  }, [offered, wanted, choose]);
  return state;
}
