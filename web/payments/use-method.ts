import { useEffect, useState } from 'react';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import { hasApplePay } from './apple-pay.ts';
import { firstRow, methodRows } from './method-rows.ts';

/** The chosen method, initially the wanted or first offered one. Apple Pay has to wait for hydration. */
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
