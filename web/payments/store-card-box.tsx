import type { ReactElement } from 'react';

import { type PaymentMethodId, canBeStored } from '../../contract/payments/payment-methods.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Checkbox } from '../ui/checkbox.tsx';

/** The option to store the card for later orders: never preselected, and shown only for cards. */
export function StoreCardBox({ method }: { method: string | undefined }): ReactElement | null {
  const say = useSay();
  if (method === undefined || !canBeStored(method as PaymentMethodId)) return null;
  return (
    <Checkbox name="store_card" help={say('payments.order.store-card-help')} className="text-13">
      {say('payments.order.store-card')}
    </Checkbox>
  );
}
