import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useId, useState } from 'react';
import { useFetcher } from 'react-router';

import type { Input } from '../../contract/index.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { RetryAlert } from '../platform/failure-alert.tsx';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import type { RefusedOrder } from './order-action.ts';
import { isDecided, orderKey } from './order-key.ts';
import { OrderSummary } from './order-summary.tsx';
import { orderPriceQuery } from './payments-queries.ts';
import { StoreCardBox } from './store-card-box.tsx';

export interface ConfirmOrderProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  order: Input<'priceOrder'>;
  method: ReactNode;
  /** The path whose action places the order, and the fields it needs in addition to those of the price. */
  action: string;
  fields: Readonly<Record<string, string>>;
}

/** Only its button places an order, exactly the one shown: the server refuses any total but the displayed one. */
export function ConfirmOrder({ open, onOpenChange, order, method, action, fields }: ConfirmOrderProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const form = useId();
  const fetcher = useFetcher<RefusedOrder>();
  const refused = fetcher.data;
  const [key, setKey] = useState('');
  useEffect(() => {
    if (open || refused) setKey(orderKey());
  }, [open, refused]);
  const price = useQuery({ ...orderPriceQuery(order), enabled: open });
  const { refetch } = price;
  useEffect(() => {
    if (refused && isDecided(refused)) void refetch();
  }, [refused, refetch]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={say('payments.order')}
      closeLabel={say('common.close')}
      size="lg"
      // Tall on phones, because all of it should be read before the button is pressed.
      className="max-md:max-h-[96dvh]"
      actions={
        <Button
          type="submit"
          form={form}
          wide
          busy={fetcher.state !== 'idle'}
          busyLabel={say('payments.order.busy')}
          disabled={!price.data || price.isError}
        >
          {say('payments.order.submit')}
        </Button>
      }
    >
      <fetcher.Form method="post" action={action} id={form} className="grid gap-2.5">
        {Object.entries({
          ...fields,
          key,
          total: String(price.data?.total ?? ''),
          request_version: price.data?.request?.version ?? '',
        }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {refused && <Alert tone="danger">{errorText(say, refused.failure)}</Alert>}
        {price.data?.discount_used_by_account && (
          <Alert tone="info">
            {say('payments.order.without-discount', { amount: format.money(price.data.total, price.data.currency) })}
          </Alert>
        )}
        {price.data && <OrderSummary price={price.data} method={method} />}
        {price.data && !fields['stored_card'] && <StoreCardBox method={fields['paymentmethod']} />}
        {price.isPending && !price.isError && (
          <Loading label={say('common.loading')}>
            <Skeleton className="h-72 rounded-photo" />
          </Loading>
        )}
        {price.isError && <RetryAlert error={price.error} retry={refetch} />}
      </fetcher.Form>
    </Dialog>
  );
}
