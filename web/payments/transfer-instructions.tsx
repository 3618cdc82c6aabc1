import { type ReactElement, useState } from 'react';

import type { Payment } from '../../contract/payments/operations.ts';
import { useFormat } from '../platform/format.ts';
import { useSay } from '../platform/sentences.tsx';
import { Button } from '../ui/button.tsx';

/** The bank account and reference of an open wire transfer, with buttons to copy each. */
export function TransferInstructions({ payment }: { payment: Payment }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { transfer } = payment;
  if (!transfer) return null;
  const amount = format.money(payment.amount + payment.transaction_fee, payment.currency);
  const grouped = transfer.iban.match(/.{1,4}/g)?.join(' ') ?? '';
  return (
    <section
      aria-label={say('payments.transfer.title', { amount })}
      className="grid w-full gap-3 rounded-photo bg-sunken p-4 text-left"
    >
      <dl className="grid gap-2.5 text-13">
        <Line name={say('payments.transfer.holder')} shown={transfer.holder} />
        <Line name={say('payments.transfer.iban')} shown={grouped} copied={transfer.iban} />
        <Line name={say('payments.transfer.bic')} shown={transfer.bic} copied={transfer.bic} />
        <Line name={say('payments.transfer.reference')} shown={transfer.reference} copied={transfer.reference} />
      </dl>
      <p className="text-13 text-ink-2">{say('payments.transfer.note')}</p>
    </section>
  );
}

function Line({ name, shown, copied }: { name: string; shown: string; copied?: string }): ReactElement {
  const say = useSay();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    // Without permission to copy, the member can still type it.
    navigator.clipboard?.writeText(copied ?? '').then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <dt className="text-ink-3">{name}</dt>
      {/* On its own line: an IBAN has up to 34 characters. */}
      <dd className="order-last basis-full text-15 font-semibold break-words tabular-nums">{shown}</dd>
      {copied !== undefined && (
        <dd>
          <Button variant="quiet" size="sm" aria-label={say('payments.transfer.copy', { what: name })} onClick={copy}>
            {say(isCopied ? 'payments.transfer.copied' : 'payments.transfer.copy-short')}
          </Button>
        </dd>
      )}
    </div>
  );
}
