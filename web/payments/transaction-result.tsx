import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';

import type { Payment } from '../../contract/payments/operations.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { paymentMethods } from '../../contract/payments/payment-methods.ts';
import { callOverHttp } from '../platform/call.ts';
import { newKey } from '../platform/idempotency-key.ts';
import { errorText } from '../platform/errors.ts';
import { type Format, useFormat } from '../platform/format.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { keys, settingsQuery, wholeCaches } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, type Say, useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { cx } from '../ui/cx.ts';
import { Tealight, UnlitTealight } from '../ui/tealights.tsx';
import { methodRows } from './method-cards.tsx';
import { MethodLine, methodName } from './methods.tsx';
import { type ShownState, canBeWithdrawn, deriveShownState, isOpen } from './payment-state.ts';
import { type OwnPayment, bundlesQuery } from './payments-queries.ts';
import { returnPath } from './return-to.ts';

export function TransactionResult({ own }: { own: OwnPayment }): ReactElement {
  const say = useSay();
  // In the demo, the pay page of a transfer decides its outcome; elsewhere it would only repeat the instructions.
  const { data: settings } = useQuery(settingsQuery);
  const { payment, redirect_url: redirectUrl } = own;
  const state = deriveShownState(payment);
  const [title, ...details] = buildTexts(say, useFormat(), own, settings?.support_email ?? '');
  return (
    <Card as="section" className="grid justify-items-center gap-5 py-8 text-center">
      <Sign own={own} />
      <div className="grid gap-2" role="status" aria-live="polite">
        <p className="speak text-26 text-balance">{title}</p>
        {details.map((detail) => (
          <p key={detail} className="text-pretty text-ink-2">
            {detail}
          </p>
        ))}
      </div>
      {state === 'transfer' && <TransferInstructions payment={payment} />}
      {state === 'completed' && <GoOn say={say} />}
      {(state === 'offer-used' || (state === 'failed' && !payment.by_stored_card)) && (
        <OtherMethods payment={payment} />
      )}
      {state === 'failed' && payment.by_stored_card && <RepeatFailed bundle={payment.bundle} />}
      {state === 'charged-back' && <ChargedBack own={own} />}
      {redirectUrl !== null && (state === 'pending' || (state === 'transfer' && settings?.demo)) && (
        <PayPage address={redirectUrl} />
      )}
      {payment.can_cancel && <CancelOrder payment={payment} />}
      <TransactionFacts payment={payment} />
    </Card>
  );
}

function Sign({ own: { payment } }: { own: OwnPayment }): ReactElement {
  if (isOpen(payment)) return <Tealight className="h-16 w-auto" />;
  if (payment.status === 'completed' && payment.reversed === 0)
    return <CreditCoin size="lg" className="size-16! animate-lit" />;
  return <UnlitTealight className="h-[66px] w-[84px]" />;
}

/** The title of a payment's state, and the paragraphs under it. */
function buildTexts(say: Say, format: Format, own: OwnPayment, email: string): [title: string, ...details: string[]] {
  const { payment, credits: balance, paid_user: isPremium } = own;
  const count = payment.credits;
  const amount = format.money(payment.amount + payment.transaction_fee, payment.currency);
  const reversed = format.money(payment.reversed, payment.currency);
  const state = deriveShownState(payment);
  switch (state) {
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
      if (payment.by_stored_card) return [say('repeat.failed'), say('repeat.failed-text')];
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

/** A link back to where the credits ran out, or to the search. The remembered path is known only in the browser. */
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
        {say('repeat.pay-card')}
      </LinkButton>
      {offer?.paymentmethods.includes('paypal') !== false && (
        <LinkButton to={pay('paypal')} variant="second" wide>
          {say('repeat.pay-paypal')}
        </LinkButton>
      )}
      <LinkButton to={pathTo('credits-repeat-order')} variant="quiet" wide>
        {say('repeat.try-again')}
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

function TransferInstructions({ payment }: { payment: Payment }): ReactElement | null {
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
        <TransferLine name={say('payments.transfer.holder')} shown={transfer.holder} />
        <TransferLine name={say('payments.transfer.iban')} shown={grouped} copied={transfer.iban} />
        <TransferLine name={say('payments.transfer.bic')} shown={transfer.bic} copied={transfer.bic} />
        <TransferLine
          name={say('payments.transfer.reference')}
          shown={transfer.reference}
          copied={transfer.reference}
        />
      </dl>
      <p className="text-13 text-ink-2">{say('payments.transfer.note')}</p>
    </section>
  );
}

function TransferLine({ name, shown, copied }: { name: string; shown: string; copied?: string }): ReactElement {
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
