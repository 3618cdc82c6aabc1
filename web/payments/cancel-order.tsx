import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { Payment } from '../../contract/payments/operations.ts';
import { keys } from '../platform/query-keys.ts';
import { callOverHttp } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { newKey } from '../platform/idempotency-key.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** Cancels an unpaid order, which frees its discount for another one. */
export function CancelOrder({ payment: { payment_id: id } }: { payment: Payment }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const cancel = useMutation({
    mutationFn: () => callOverHttp('cancelPayment', { id, idempotency_key: key }),
    // Refetch whatever the response: the page shows the order's state, and the offers show current prices.
    onSettled: () =>
      Promise.all(
        [keys.payment(id), keys.payments, keys.spending, keys.timeBonus, ['bundles'], ['quote']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <div className="grid w-full justify-items-center gap-2">
      <p className="text-13 text-pretty text-ink-2">{say('payments.result.cancel-text')}</p>
      <Button variant="quiet" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {say('payments.result.cancel')}
      </Button>
      {cancel.error && <Alert tone="danger">{errorText(say, cancel.error)}</Alert>}
    </div>
  );
}
