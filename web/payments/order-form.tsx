import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { Form, useActionData, useNavigation } from 'react-router';

import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import { errorText } from '../errors.ts';
import { useFormat } from '../format.ts';
import { newKey } from '../idempotency-key.ts';
import { methodName } from '../method-name.ts';
import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { BundleCards } from './bundle-cards.tsx';
import { hasApplePay } from './apple-pay.ts';
import { MethodCards } from './method-cards.tsx';
import { firstRow, methodRows } from './method-rows.ts';
import type { RefusedOrder } from './order-action.ts';
import { OrderBill, withdrawalTexts } from './order-bill.tsx';
import { bundlesQuery } from './payments-queries.ts';

export interface OrderFormProps {
  /** Bundle and method that are chosen at first. */
  bundle?: string | undefined;
  method?: string | undefined;
  /** Shows the chosen bundle only, as the confirmation of an order. */
  confirm?: boolean;
}

/** Bundle, payment method, bill and the order button. A plain form: it works before JavaScript arrives. */
export function OrderForm({ bundle, method, confirm = false }: OrderFormProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  const refused = useActionData<RefusedOrder>();
  const busy = useNavigation().formMethod === 'POST';
  const [key] = useState(newKey);
  const [bundleId, setBundleId] = useState(
    offer.bundles.find(({ id }) => id === bundle)?.id ?? offer.bundles[1]?.id ?? offer.bundles[0]?.id ?? '',
  );
  const [methodId, setMethodId] = useMethod(offer.paymentmethods, method);
  const chosen = offer.bundles.find(({ id }) => id === bundleId);
  const total = chosen ? format.money(chosen.amount + offer.transaction_fee, offer.currency) : '';
  const submit = (
    <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')} disabled={!chosen || !methodId}>
      {say('payments.order.submit')}
    </Button>
  );

  return (
    <Form
      method="post"
      className="grid gap-6 pb-3 lg:grid-cols-[minmax(0,1fr)_372px] lg:items-start lg:gap-x-8 lg:pb-0"
    >
      {/* The server's key stays when the page comes to life: attributes are not patched. */}
      <input type="hidden" name="key" value={key} readOnly suppressHydrationWarning />
      <div className="grid min-w-0 gap-8">
        {refused && <Alert tone="danger">{errorText(say, refused.failure)}</Alert>}
        {confirm ? (
          <input type="hidden" name="bundle" value={bundleId} />
        ) : (
          <BundleCards offer={offer} value={bundleId} onChange={setBundleId} />
        )}
        {offer.paymentmethods.length === 0 ? (
          <Alert tone="info">{say('payments.no-methods')}</Alert>
        ) : (
          <MethodCards rows={methodRows(offer.paymentmethods, method)} value={methodId} onChange={setMethodId} />
        )}
      </div>
      {chosen && <OrderBill offer={offer} bundle={chosen} submit={<div className="max-lg:hidden">{submit}</div>} />}
      <div className="fixed inset-x-0 bottom-(--tabs) z-20 grid gap-1.5 border-t border-line bg-surface px-4 pt-2.5 md:px-8 pb-2.5 md:pb-[max(18px,env(safe-area-inset-bottom))] lg:hidden">
        <p className="flex items-baseline justify-between gap-4 text-13 text-ink-2">
          <span>
            {chosen && say('payments.bundle-credits', { count: chosen.credits })}
            {methodId && ` · ${methodName(say, methodId)}`}
          </span>
          <b className="speak text-20 text-ink tabular-nums">{total}</b>
        </p>
        <p className="text-12 text-ink-3">{withdrawalTexts(say, offer.refund_days).join(' ')}</p>
        {submit}
      </div>
    </Form>
  );
}

/** The chosen method: at first the wanted one, or the first offered. Whether it can be Apple Pay is known in the browser. */
function useMethod(
  offered: readonly PaymentMethodId[],
  wanted: string | undefined,
): [PaymentMethodId | undefined, (id: PaymentMethodId) => void] {
  const state = useState(firstRow(methodRows(offered, wanted), wanted)?.id);
  const [, choose] = state;
  useEffect(() => {
    if (wanted === 'apple_pay' && offered.includes(wanted) && hasApplePay()) choose(wanted);
  }, [offered, wanted, choose]);
  return state;
}
