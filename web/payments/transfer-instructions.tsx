import { type ReactElement, useState } from 'react';

import type { Payment } from '../../contract/payments/operations.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { latePart } from '../ui/lazy-part.ts';

const BankCode = latePart(async () => ({ default: (await import('./bank-code.tsx')).BankCode }));

interface Line {
  name: string;
  shown: string;
  copied: string;
}

/** Where to send the money of a wire transfer: as lines to copy and, in euros, as a code for bank apps. */
export function TransferInstructions({ payment }: { payment: Payment }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { transfer, currency } = payment;
  const isHydrated = useIsHydrated();
  if (!transfer) return null;
  const total = payment.amount + payment.transaction_fee;
  const amount = format.money(total, currency);
  const line = (name: string, copied: string, shown = copied): Line => ({ name, shown, copied });
  const lines = [
    line(say('payments.transfer.holder'), transfer.holder),
    line(say('payments.transfer.iban'), transfer.iban, transfer.iban.match(/.{1,4}/g)?.join(' ')),
    line(say('payments.transfer.bic'), transfer.bic),
    line(say('payments.result.amount'), amount),
    line(say('payments.transfer.reference'), transfer.reference),
  ];
  return (
    <section
      aria-label={say('payments.transfer.title', { amount })}
      className="grid w-full gap-4 rounded-photo bg-sunken p-4 text-left"
    >
      <dl className="grid gap-1 text-13">
        {lines.map((one) => (
          <div key={one.name} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <dt className="text-ink-3">{one.name}</dt>
            <dd className="col-start-1 font-semibold min-[400px]:text-15 break-words tabular-nums">{one.shown}</dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <CopyButton text={one.copied} what={one.name} />
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton text={lines.map(({ name, copied }) => `${name}: ${copied}`).join('\n')} />
      {isHydrated && currency === 'EUR' && <BankCode transfer={transfer} cents={total} />}
      <p className="text-13 text-ink-2">{say('payments.transfer.note')}</p>
    </section>
  );
}

/** Copies one line, or with no `what` all of them. Without permission to copy, the member can still type. */
function CopyButton({ text, what }: { text: string; what?: string }): ReactElement {
  const say = useSay();
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const copy = (): void => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  };
  const label = what !== undefined && !isCopied ? { 'aria-label': say('payments.transfer.copy', { what }) } : {};
  const named = what === undefined ? 'payments.transfer.copy-all' : 'payments.transfer.copy-short';
  return (
    <Button variant={what === undefined ? 'second' : 'quiet'} size="sm" onClick={copy} {...label}>
      {say(isCopied ? 'payments.transfer.copied' : named)}
    </Button>
  );
}
