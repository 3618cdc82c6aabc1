import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';

import { paymentMethods } from '../../contract/payments/payment-methods.ts';
import { type Format, useFormat } from '../platform/format.ts';
import { methodName } from './method-name.ts';
import { settingsQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, type Say, useSay } from '../platform/sentences.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Tealight, UnlitTealight } from '../ui/tealights.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OtherMethods } from './other-methods.tsx';
import { isOpen, deriveShownState } from './payment-state.ts';
import type { OwnPayment } from './payments-queries.ts';
import { RepeatFailed } from './repeat-failed.tsx';
import { returnPath } from './return-to.ts';
import { TransferInstructions } from './transfer-instructions.tsx';
import { TransactionFacts } from './transaction-facts.tsx';

/** The outcome of a payment, the reason, and what to do now. The first lines are read aloud when they change. */
export function TransactionResult({ own }: { own: OwnPayment }): ReactElement {
  const say = useSay();
  // In the demo, the pay page of a transfer decides its outcome; elsewhere it would only repeat the instructions.
  const { data: settings } = useQuery(settingsQuery);
  const { payment, redirect_url: redirectUrl } = own;
  const state = deriveShownState(payment);
  const texts = buildTexts(say, useFormat(), own, settings?.support_email ?? '');
  return (
    <Card as="section" className="grid justify-items-center gap-5 py-8 text-center">
      <Sign own={own} />
      <div className="grid gap-2" role="status" aria-live="polite">
        <p className="speak text-26 text-balance">{texts.title}</p>
        {texts.details.map((detail) => (
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

/** Credits for a completed payment, a burning tealight for an open one, otherwise an unlit one. */
function Sign({ own: { payment } }: { own: OwnPayment }): ReactElement {
  if (isOpen(payment)) return <Tealight className="h-16 w-auto" />;
  if (payment.status === 'completed' && payment.reversed === 0)
    return <CreditCoin size="lg" className="size-16! animate-lit" />;
  return <UnlitTealight className="h-[66px] w-[84px]" />;
}

function buildTexts(say: Say, format: Format, own: OwnPayment, email: string): { title: string; details: string[] } {
  const { payment, credits: balance, paid_user: isPremium } = own;
  const count = payment.credits;
  const state = deriveShownState(payment);
  switch (state) {
    case 'transfer':
      return {
        title: say('payments.transfer.title', { amount: formatPrice(format, own) }),
        details: [sayNextStep(say, own)],
      };
    case 'loading':
    case 'pending':
      return {
        title: say(`payments.result.${state}`),
        details: [
          ...(state === 'pending' ? [sayNextStep(say, own)] : []),
          say('payments.result.pending-detail', { count }),
        ],
      };
    case 'checking':
      return { title: say('payments.result.checking'), details: [say('payments.result.checking-detail')] };
    case 'failed':
      if (payment.paid_back)
        return { title: say('payments.result.failed'), details: [say('payments.result.paid-back-detail')] };
      if (payment.by_stored_card) return { title: say('repeat.failed'), details: [say('repeat.failed-text')] };
      return {
        title: say('payments.result.failed'),
        details: [say(payment.transfer ? 'payments.transfer.failed' : 'payments.result.failed-detail')],
      };
    case 'offer-used': {
      const amount = format.money(payment.amount + payment.transaction_fee, payment.currency);
      return {
        title: say('payments.result.offer-used'),
        details: [
          say('payments.result.offer-used-detail', { amount }),
          ...(own.account_wanted ? [say('payments.result.offer-used-account', { email })] : []),
        ],
      };
    }
    case 'completed':
      return {
        title: say('payments.result.completed', { count }),
        details: [say('payments.result.completed-detail', { balance })],
      };
    case 'charged-back':
      return {
        title: say('payments.result.charged-back', { amount: format.money(payment.reversed, payment.currency) }),
        details: [],
      };
    case 'refunded-part':
    case 'refunded':
      return {
        title: say('payments.result.reversed', { amount: format.money(payment.reversed, payment.currency) }),
        details: [
          say('payments.result.reversed-detail', { balance }),
          ...(isPremium ? [] : [say('payments.result.reversed-premium')]),
        ],
      };
  }
}

function formatPrice(format: Format, { payment }: OwnPayment): string {
  return format.money(payment.amount + payment.transaction_fee, payment.currency);
}

/** A link back to the provider's pay page, for buyers who left it without paying. */
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

/** Says what happens next with an open payment, by the kind of its method. */
function sayNextStep(say: Say, { payment: { paymentmethod } }: OwnPayment): string {
  const { kind } = paymentMethods[paymentmethod];
  const shown = kind === 'voucher' ? 'wallet' : kind;
  return say(`payments.result.next.${shown}`, { method: methodName(say, paymentmethod) });
}

/** Explains why credits are gone after a chargeback, what a debt means, and how it ends. */
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
