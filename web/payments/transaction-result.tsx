import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';

import type { Payment } from '../../contract/payments/operations.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { paymentMethods } from '../../contract/payments/payment-methods.ts';
import { callOverHttp } from '../platform/calls/call.ts';
import { newKey } from '../platform/calls/idempotency-key.ts';
import { errorText } from '../platform/calls/errors.ts';
import { type Format, useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { keys, settingsQuery, wholeCaches } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, type Say, useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { cx } from '../ui/cx.ts';
import { Tealight, UnlitTealight } from '../ui/tealights.tsx';
import { Completed } from './completed-payment.tsx';
import { methodRows } from './method-cards.tsx';
import { MethodLine, methodName } from './methods.tsx';
import { type ShownState, canBeWithdrawn, deriveShownState, isOpen, isSlow } from './payment-state.ts';
import { type OwnPayment, bundlesQuery } from './payments-queries.ts';
import { TransferInstructions } from './transfer-instructions.tsx';

interface TransactionResultProps {
  own: OwnPayment;
  /** Whether the buyer may come from the pay page just now, so that the provider may still be about to confirm. */
  mayBePaid: boolean;
}

export function TransactionResult({ own, mayBePaid }: TransactionResultProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { payment, redirect_url: redirectUrl } = own;
  const isConfirming = useConfirming(payment, mayBePaid);
  const [wasOpen] = useState(isOpen(payment));
  const state = isConfirming ? 'confirming' : deriveShownState(payment);
  const [title, ...details] = buildTexts(say, useFormat(), own, state, settings?.support_email ?? '');
  return (
    <Card as="section" className="grid justify-items-center gap-5 py-8 text-center">
      <Sign payment={payment} isConfirming={isConfirming} />
      <div className="grid gap-2" role="status" aria-live="polite">
        <p className="speak text-26 text-balance">{title}</p>
        {details.map((detail) => (
          <p key={detail} className="text-pretty text-ink-2">
            {detail}
          </p>
        ))}
      </div>
      {state === 'transfer' && <TransferInstructions payment={payment} />}
      {state === 'completed' && <Completed own={own} wasOpen={wasOpen} />}
      {(state === 'offer-used' || (state === 'failed' && !payment.by_stored_card)) && (
        <OtherMethods payment={payment} />
      )}
      {state === 'failed' && payment.by_stored_card && <RepeatFailed bundle={payment.bundle} />}
      {state === 'charged-back' && <ChargedBack own={own} />}
      {/* Without a script, nothing ends the wait. */}
      <div
        className={cx(
          'w-full justify-items-center gap-5 empty:hidden',
          isConfirming ? 'hidden unscripted:grid' : 'grid',
        )}
      >
        {redirectUrl !== null && payment.status === 'pending' && state !== 'transfer' && (
          <PayPage address={redirectUrl} />
        )}
        {payment.can_cancel && <CancelOrder payment={payment} />}
      </div>
      <TransactionFacts payment={payment} />
    </Card>
  );
}

const confirmingMs = 8_000;

/** True for the first seconds after the pay page, while the provider usually confirms what was paid there. */
function useConfirming(payment: Payment, mayBePaid: boolean): boolean {
  // An order that is still being prepared has not been to the pay page.
  const [isWaiting, setWaiting] = useState(mayBePaid && payment.status === 'pending' && !isSlow(payment));
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), confirmingMs);
    return () => clearTimeout(timer);
  }, []);
  return isWaiting && deriveShownState(payment) === 'pending';
}

function Sign({ payment, isConfirming }: { payment: Payment; isConfirming: boolean }): ReactElement {
  const isPaid = payment.status === 'completed' && payment.reversed === 0;
  if (isConfirming || isPaid)
    return (
      <span className="relative size-16 text-line-strong">
        <CreditCoin lit={false} className={cx('size-full!', isConfirming && 'animate-breathe')} />
        {isPaid && <CreditCoin className="absolute inset-0 size-full! animate-lit" />}
      </span>
    );
  if (isOpen(payment)) return <Tealight className="h-16 w-auto" />;
  return <UnlitTealight className="h-[66px] w-[84px]" />;
}

/** Builds the title of a payment's state, and the paragraphs under it. */
function buildTexts(
  say: Say,
  format: Format,
  own: OwnPayment,
  state: ShownState | 'confirming',
  email: string,
): [title: string, ...details: string[]] {
  const { payment, credits: balance, paid_user: isPremium } = own;
  const count = payment.credits;
  const amount = format.money(payment.amount + payment.transaction_fee, payment.currency);
  const reversed = format.money(payment.reversed, payment.currency);
  switch (state) {
    case 'confirming':
      return [say('payments.result.confirming'), say('payments.result.confirming-detail')];
    case 'transfer':
      return [say('payments.transfer.title', { amount }), sayNextStep(say, own)];
    case 'loading':
      return [say('payments.result.loading'), say('payments.result.pending-detail', { count })];
    case 'pending':
      return [say('payments.result.pending'), sayNextStep(say, own), say('payments.result.pending-detail', { count })];
    case 'checking':
      return [say('payments.result.checking'), say('payments.result.checking-detail')];
    case 'failed':
      if (payment.paid_back) return [say('payments.result.failed'), say('payments.result.paid-back-detail')];
      if (payment.by_stored_card) return [say('repeat-orders.failed'), say('repeat-orders.failed-text')];
      return [
        say('payments.result.failed'),
        say(payment.transfer ? 'payments.transfer.failed' : 'payments.result.failed-detail'),
      ];
    case 'offer-used':
      return [
        say('payments.result.offer-used'),
        say('payments.result.offer-used-detail', { amount }),
        ...(own.account_wanted ? [say('payments.result.offer-used-account', { email })] : []),
      ];
    case 'completed':
      return [say('payments.result.completed', { count }), say('payments.result.completed-detail', { balance })];
    case 'charged-back':
      return [say('payments.result.charged-back', { amount: reversed })];
    case 'refunded-part':
    case 'refunded':
      return [
        say('payments.result.reversed', { amount: reversed }),
        say('payments.result.reversed-detail', { balance }),
        ...(isPremium ? [] : [say('payments.result.reversed-premium')]),
      ];
  }
}

function PayPage({ address }: { address: string }): ReactElement {
  const say = useSay();
  return (
    <div className="grid justify-items-center gap-2">
      <p className="text-13 text-ink-2">{say('payments.result.not-paid')}</p>
      {/* A router link would look for the pay page on this site. */}
      <a href={address} className={buttonClasses({ variant: 'second' })}>
        {say('payments.result.continue')}
      </a>
    </div>
  );
}

function sayNextStep(say: Say, { payment: { paymentmethod } }: OwnPayment): string {
  const { kind } = paymentMethods[paymentmethod];
  const shown = kind === 'voucher' ? 'wallet' : kind;
  return say(`payments.result.next.${shown}`, { method: methodName(say, paymentmethod) });
}

function ChargedBack({ own: { credits: balance, paid_user: isPremium } }: { own: OwnPayment }): ReactElement {
  const say = useSay();
  const inDebt = balance < 0;
  return (
    <div className="grid w-full gap-4 text-left">
      <section className="grid gap-1.5">
        <h2 className="text-15 font-bold">{say('payments.result.happened')}</h2>
        <p className="text-ink-2">{say('payments.result.charged-back-detail')}</p>
        {!isPremium && <p className="text-ink-2">{say('payments.result.reversed-premium')}</p>}
      </section>
      <section className="grid gap-1.5">
        <h2 className="text-15 font-bold">{say('payments.result.now')}</h2>
        <p className="text-ink-2">{say(`payments.result.${inDebt ? 'debt' : 'no-debt'}`, { balance })}</p>
        <p className="text-13 text-ink-2">
          <Rich
            id="payments.result.help"
            components={{ service: <Link to={pathTo('service')} className="underline underline-offset-4" /> }}
          />
        </p>
      </section>
      {inDebt && (
        <LinkButton to={pathTo('credits')} className="justify-self-center">
          {say('payments.premium.choose')}
        </LinkButton>
      )}
    </div>
  );
}

/** Cancels an unpaid order, which frees its discount for another one. */
function CancelOrder({ payment: { payment_id: id } }: { payment: Payment }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const cancel = useMutation({
    mutationFn: () => callOverHttp('cancelPayment', { id, idempotency_key: key }),
    // Refetch whatever the response: the page shows the order's state, and the offers show current prices.
    onSettled: () =>
      Promise.all(
        [keys.payment(id), keys.payments, keys.spending, keys.timeBonus, ...wholeCaches('bundles', 'order-price')].map(
          (queryKey) => queries.invalidateQueries({ queryKey }),
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

function OtherMethods({ payment }: { payment: Payment }): ReactElement {
  const say = useSay();
  const { data: offer } = useQuery(bundlesQuery());
  const { bundle, paymentmethod: tried } = payment;
  const rows = methodRows(offer?.paymentmethods ?? [], tried).filter(({ id }) => id !== tried);
  return (
    <section aria-labelledby="other-methods" className="grid w-full gap-3">
      <h2 id="other-methods" className="text-15 font-bold">
        {say('payments.result.retry')}
      </h2>
      <ul className="grid gap-2 min-[400px]:grid-cols-2">
        {[...rows.map(({ id }) => id), tried].map((id) => (
          <li key={id} className={cx(id === 'apple_pay' && 'apple-pay')}>
            <Link
              to={pathTo('credits-id-paymentmethod', { id: bundle, paymentmethod: id })}
              className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-input px-3.5 py-2 text-left text-13 leading-tight font-semibold inset-ring inset-ring-line hover:inset-ring-line-strong"
            >
              <MethodLine of={id} />
              {id === tried && <span className="text-12 font-medium text-ink-3">{say('common.retry')}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={`${pathTo('credits')}?bundle=${encodeURIComponent(bundle)}`}
        className="justify-self-center text-13 font-semibold text-primary-ink underline underline-offset-4"
      >
        {say('payments.order.change')}
      </Link>
    </section>
  );
}

/** A failed repeat order, with every other method one tap away (specification, section 8). */
function RepeatFailed({ bundle }: { bundle: string }): ReactElement {
  const say = useSay();
  const { data: offer } = useQuery(bundlesQuery());
  const pay = (paymentmethod: string): string => pathTo('credits-id-paymentmethod', { id: bundle, paymentmethod });
  return (
    <div className="grid w-full max-w-80 gap-2.5">
      <LinkButton to={pay('credit_card')} wide>
        {say('repeat-orders.pay-card')}
      </LinkButton>
      {offer?.paymentmethods.includes('paypal') !== false && (
        <LinkButton to={pay('paypal')} variant="second" wide>
          {say('repeat-orders.pay-paypal')}
        </LinkButton>
      )}
      <LinkButton to={pathTo('credits-repeat-order')} variant="quiet" wide>
        {say('repeat-orders.try-again')}
      </LinkButton>
    </div>
  );
}

function TransactionFacts({ payment }: { payment: Payment }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const money = (minor: number): string => format.money(minor, payment.currency);
  return (
    <div className="mt-2 grid w-full gap-4 border-t border-line pt-5 text-left text-13">
      <dl className="grid gap-2">
        <Line label={say('payments.result.amount')}>{money(payment.amount + payment.transaction_fee)}</Line>
        {payment.vat_rate > 0 && (
          <Line
            label={say('payments.order.vat', { tax: payment.tax, percent: format.percent(payment.vat_rate / 10_000) })}
          >
            {money(payment.vat_amount)}
          </Line>
        )}
        {payment.reversed > 0 && <Line label={say('payments.result.paid-back')}>{money(payment.reversed)}</Line>}
        <Line label={say('payments.statement.credits')}>{format.number(payment.credits)}</Line>
        <Line label={say('payments.result.method')}>
          <MethodLine of={payment.paymentmethod} />
        </Line>
        <Line label={say('payments.result.date')}>
          <LocalTime at={payment.created_at} write={format.dateTime} />
        </Line>
        <Line label={say('payments.result.number')}>{formatOrderNumber(payment.payment_id)}</Line>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PaymentStateLabel of={payment} />
        {payment.receipt !== null && <ReceiptLink payment={payment} number={payment.receipt} />}
        {canBeWithdrawn(payment) && <WithdrawalLink payment={payment.payment_id} />}
      </div>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex items-center justify-between gap-6">
      <dt className="shrink-0 text-ink-3">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function WithdrawalLink({ payment }: { payment: PaymentId }): ReactElement {
  const say = useSay();
  return (
    <Link
      to={`${pathTo('withdrawal')}?payment=${encodeURIComponent(payment)}`}
      className="reach text-13 font-semibold text-primary-ink underline underline-offset-2 hover:no-underline"
    >
      {say('shell.withdraw')}
    </Link>
  );
}

export function ReceiptLink({ payment, number }: { payment: Payment; number: string }): ReactElement {
  const say = useSay();
  return (
    <a
      href={`/api/receipt.php?payment=${payment.payment_id}`}
      className="font-semibold text-primary-ink underline underline-offset-4"
    >
      {say('payments.orders.receipt', { number })}
    </a>
  );
}

const looks: Record<ShownState, string> = {
  loading: 'bg-primary-soft text-on-primary-soft',
  pending: 'bg-primary-soft text-on-primary-soft',
  transfer: 'bg-primary-soft text-on-primary-soft',
  checking: 'bg-secondary-soft text-on-secondary-soft',
  failed: 'bg-sunken text-ink-2',
  'offer-used': 'bg-sunken text-ink-2',
  completed: 'bg-success-soft text-on-success-soft',
  'refunded-part': 'bg-sunken text-ink-2',
  refunded: 'bg-sunken text-ink-2',
  'charged-back': 'bg-danger-soft text-on-danger-soft',
};

export function PaymentStateLabel({ of }: { of: Payment }): ReactElement {
  const say = useSay();
  const state = deriveShownState(of);
  return (
    <span className={cx('rounded-pill px-2.5 py-0.5 text-12 font-semibold', looks[state])}>
      {say(`payments.state.${state === 'offer-used' ? 'refunded' : state}`)}
    </span>
  );
}
