import { type ReactElement, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';

import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import type { Output } from '../../../contract/index.ts';
import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderCard, orderColumns } from '../order-card.tsx';
import type { DebitAnswer } from './debit-action.ts';
import { DebitFailure } from './debit-failure.tsx';

export interface MandateStepProps {
  debit: DirectDebit;
  quote: Output<'quoteOrder'>;
  code: string;
  answer: DebitAnswer | undefined;
}

/** The third step: the full mandate, the order, and the button that confirms both. */
export function MandateStep({ debit, quote, code, answer }: MandateStepProps): ReactElement {
  const say = useSay();
  const busy = useNavigation().formMethod === 'POST';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const failure = answer?.step === 'confirm' ? answer.failure : null;
  return (
    <Form method="post" className={orderColumns}>
      <input type="hidden" name="step" value="confirm" />
      <input type="hidden" name="id" value={debit.id} />
      <input type="hidden" name="code" value={code} />
      <Card as="section" aria-labelledby="mandate" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1.5">
          <h2 id="mandate" ref={heading} tabIndex={-1} className="speak text-20 outline-none">
            {say('directdebit.mandate.title')}
          </h2>
          <p className="text-ink-2">{say('directdebit.mandate.lead')}</p>
        </div>
        <MandateFacts debit={debit} />
        <div className="grid gap-3 border-t border-line pt-4 text-13 text-pretty">
          {debit.mandate.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Card>
      <OrderCard quote={quote}>
        <DebitFailure failure={failure} />
        <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')}>
          {say('payments.order.submit')}
        </Button>
      </OrderCard>
    </Form>
  );
}

function MandateFacts({ debit }: { debit: DirectDebit }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { mandate } = debit;
  const facts = [
    [say('directdebit.mandate.reference'), mandate.reference],
    [say('directdebit.mandate.creditor'), mandate.creditor],
    [say('directdebit.mandate.creditor-id'), mandate.creditor_id],
    [say('directdebit.mandate.holder'), debit.holder],
    [say('directdebit.mandate.account'), debit.iban],
    [say('directdebit.mandate.type'), say('directdebit.mandate.one-off')],
    [say('directdebit.mandate.amount'), format.money(debit.amount, debit.currency)],
    [say('directdebit.mandate.date'), format.day(`${mandate.collect_on}T12:00:00Z`)],
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 text-13 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
      {facts.map(([name, value]) => (
        <div key={name} className="grid sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
