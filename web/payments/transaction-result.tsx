import { type ReactElement, type ReactNode, useEffect, useState } from 'react';

import { orderNumberOf } from '../../contract/order-number.ts';
import { type Format, useFormat } from '../format.ts';
import { LocalTime } from '../local-time.tsx';
import { methodName } from '../method-name.ts';
import { pathTo } from '../route-table.ts';
import { type Say, useSay } from '../sentences.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Tealight, UnlitTealight } from '../ui/tealights.tsx';
import type { OwnPayment } from './payments-queries.ts';
import { returnPath } from './return-to.ts';

/**
 * The four states of a payment: loading (the provider is being asked), pending (on its way), completed (the credits are
 * there) and failed (failed or cancelled). Read aloud when they change.
 */
export function TransactionResult({ own }: { own: OwnPayment }): ReactElement {
  const say = useSay();
  const { payment, redirect_url: redirectUrl } = own;
  const texts = textsOf(say, useFormat(), own);
  return (
    <Card as="section" className="grid justify-items-center gap-5 py-8 text-center">
      <Sign payment={payment} />
      <div className="grid gap-2" role="status" aria-live="polite">
        <p className="speak text-26 text-balance">{texts.title}</p>
        <p className="text-ink-2 text-balance">{texts.detail}</p>
      </div>
      {payment.status === 'completed' && <GoOn say={say} />}
      {payment.status === 'failed' && (
        <LinkButton to={`${pathTo('credits')}?bundle=${encodeURIComponent(payment.bundle)}`}>
          {say('payments.result.retry')}
        </LinkButton>
      )}
      {payment.status === 'pending' && redirectUrl !== null && (
        // A link of the router would look for the pay page among our own.
        <a href={redirectUrl} className={buttonClasses({ variant: 'second' })}>
          {say('payments.result.continue')}
        </a>
      )}
      <Receipt own={own} />
    </Card>
  );
}

/** What became of the payment: credits, a light that still burns, or none. */
function Sign({ payment: { status, reversed } }: Pick<OwnPayment, 'payment'>): ReactElement {
  if (status === 'pending') return <Tealight className="h-16 w-auto" />;
  if (status === 'completed' && reversed === 0) return <CreditCoin size="lg" className="size-16! animate-lit" />;
  return <UnlitTealight className="h-[66px] w-[84px]" />;
}

function textsOf(say: Say, format: Format, { payment, credits }: OwnPayment): { title: string; detail: string } {
  const count = payment.credits;
  if (payment.reversed > 0) {
    return {
      title: say('payments.result.reversed', { amount: format.money(payment.reversed, payment.currency) }),
      detail: say('payments.result.reversed-detail', { balance: credits }),
    };
  }
  if (payment.status === 'completed') {
    return {
      title: say('payments.result.completed', { count }),
      detail: say('payments.result.completed-detail', { balance: credits }),
    };
  }
  if (payment.status === 'failed')
    return { title: say('payments.result.failed'), detail: say('payments.result.failed-detail') };
  const title = payment.status === 'loading' ? say('payments.result.loading') : say('payments.result.pending');
  return { title, detail: say('payments.result.pending-detail', { count }) };
}

/** Back to where the credits ran out, or to the search. The remembered place is known only in the browser. */
function GoOn({ say }: { say: Say }): ReactElement {
  const [path, setPath] = useState(pathTo('members'));
  useEffect(() => setPath(returnPath(pathTo('members'))), []);
  const toChat = path.startsWith('/chats') || path.endsWith('/chat');
  return (
    <LinkButton to={path}>
      {toChat ? say('payments.result.back-to-chat') : say('payments.result.to-members')}
    </LinkButton>
  );
}

function Receipt({ own: { payment } }: { own: OwnPayment }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <dl className="mt-2 grid w-full gap-2 border-t border-line pt-5 text-left text-13">
      <Line label={say('payments.result.amount')}>
        {format.money(payment.amount + payment.transaction_fee, payment.currency)}
      </Line>
      {payment.reversed > 0 && (
        <Line label={say('payments.result.paid-back')}>{format.money(payment.reversed, payment.currency)}</Line>
      )}
      <Line label={say('payments.statement.credits')}>{format.number(payment.credits)}</Line>
      <Line label={say('payments.result.method')}>{methodName(say, payment.paymentmethod)}</Line>
      <Line label={say('payments.result.date')}>
        <LocalTime at={payment.created_at} write={format.dateTime} />
      </Line>
      <Line label={say('payments.result.number')}>{orderNumberOf(payment.payment_id)}</Line>
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex justify-between gap-6">
      <dt className="shrink-0 text-ink-3">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
