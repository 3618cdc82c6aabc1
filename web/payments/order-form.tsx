import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Form, useNavigate } from 'react-router';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import { getTaxName, isTaxed } from '../../contract/payments/tax-names.ts';
import { OfferedDiscount } from '../discounts/active-discount.tsx';
import { DiscountForm } from '../discounts/discount-field.tsx';
import { useFormat } from '../platform/sentences/format.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Check, Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { debitPath } from './debit/debit-path.ts';
import { HeldDiscount } from './held-discount.tsx';
import { LazyConfirmOrder } from './lazy-confirm-order.tsx';
import { MethodCards, useMethod } from './method-cards.tsx';
import { MethodLine, methodName } from './methods.tsx';
import { NextCountry } from './next-country.tsx';
import { OrderCode } from './order-code.tsx';
import { type Offer, type OfferedBundle, bundleIn, bundlesQuery } from './payments-queries.ts';

export function OrderForm({ bundle }: { bundle: string | undefined }): ReactElement {
  const say = useSay();
  const client = useQueryClient();
  const [code, setCode] = useState<string>();
  const { data: offer } = useSuspenseQuery(bundlesQuery(undefined, code));
  const navigate = useNavigate();
  const [bundleId, setBundleId] = useState(bundleIn(offer, bundle));
  const [methodId, setMethodId] = useMethod(offer.paymentmethods);
  const [isConfirming, setConfirming] = useState(false);
  const chosen = offer.bundles.find(({ id }) => id === bundleId);
  const discount = chosen?.reduced?.discount;
  // The displayed discount is part of the order: if it has expired, the order is refused.
  const order = { bundle: bundleId, ...(discount && { discount_code: discount.code }) };
  const review = (
    <Button type="submit" wide disabled={!chosen || !methodId}>
      {say('payments.order.review')}
    </Button>
  );
  const debit = methodId && debitPath(methodId, bundleId, code);
  const confirm = (event: FormEvent): void => {
    event.preventDefault();
    if (debit) void navigate(debit);
    else setConfirming(true);
  };
  return (
    <>
      <NextCountry of={offer} />
      <DiscountForm />
      <Form
        method="post"
        onSubmit={confirm}
        className="grid gap-6 pb-3 lg:grid-cols-[minmax(0,1fr)_372px] lg:items-start lg:gap-x-8 lg:pb-0"
      >
        <div className="grid min-w-0 gap-8">
          <div className="grid gap-4">
            {!discount && offer.discount_held_by !== null && <HeldDiscount by={offer.discount_held_by} />}
            <BundleCards
              offer={offer}
              value={bundleId}
              onChange={setBundleId}
              discount={discount?.code === code ? undefined : discount}
            />
            <OrderCode
              bundle={chosen?.id ?? ''}
              discount={discount}
              code={code}
              onCode={setCode}
              load={(entered) => client.fetchQuery(bundlesQuery(undefined, entered))}
            />
          </div>
          <MethodCards offer={offer} value={methodId} onChange={setMethodId} />
        </div>
        {chosen && (
          <Review offer={offer} bundle={chosen} method={methodId}>
            {review}
          </Review>
        )}
      </Form>
      {methodId && (
        <LazyConfirmOrder
          open={isConfirming}
          onOpenChange={setConfirming}
          order={order}
          method={<MethodLine of={methodId} />}
          action={pathTo('credits-id-paymentmethod', { id: bundleId, paymentmethod: methodId })}
          fields={{ ...order, paymentmethod: methodId }}
        />
      )}
    </>
  );
}

function SideCard(props: { offer: Offer; bundle: OfferedBundle; children: ReactElement }): ReactElement {
  const { offer, bundle, children } = props;
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const place = [offer.country, user?.profile.countryregion ?? null] as const;
  const format = useFormat();
  const total = format.money((bundle.reduced ?? bundle).amount, bundle.currency);
  return (
    <Card as="section" className="grid gap-5 max-lg:hidden lg:sticky lg:top-24">
      <h2 className="speak text-20">{say('payments.order')}</h2>
      <dl className="grid gap-2.5 text-13">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">{say('payments.bundle-credits', { count: bundle.credits })}</dt>
          <dd className="tabular-nums">{total}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="text-15 font-bold">
            {say('payments.order.total')}{' '}
            {isTaxed(...place) && (
              <small className="text-12 font-medium text-ink-3">
                {say('payments.order.tax', { tax: getTaxName(...place) })}
              </small>
            )}
          </dt>
          <dd className="speak text-26 leading-none tabular-nums">{total}</dd>
        </div>
      </dl>
      {children}
      <ul className="grid gap-3 text-13 text-ink-2">
        {[say('payments.order.once'), say('payments.order.premium')].map((promise) => (
          <li key={promise} className="flex gap-3">
            <Icon of={Check} size="sm" className="mt-px text-primary-ink" />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface BarProps {
  bundle: OfferedBundle;
  method: PaymentMethodId | undefined;
  children: ReactElement;
}

/** What the order comes to, beside the choice in wide windows and below it in others, each with the button. */
function Review({ offer, ...props }: BarProps & { offer: Offer }): ReactElement {
  return (
    <>
      <SideCard offer={offer} bundle={props.bundle}>
        {props.children}
      </SideCard>
      <Bar {...props} />
    </>
  );
}

function Bar({ bundle, method, children }: BarProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const total = format.money((bundle.reduced ?? bundle).amount, bundle.currency);
  return (
    <div className="bottom-bar fixed inset-x-0 [@media(height<24rem)]:static bottom-(--tabs) z-20 grid grid-cols-[minmax(min-content,1fr)_auto] items-center gap-4 border-t border-line bg-surface px-4 py-2.5 md:px-8 md:pb-[max(18px,env(safe-area-inset-bottom))] lg:hidden">
      <p className="min-w-0 text-12 text-ink-2">
        <b className="speak block text-20 leading-tight font-medium text-ink tabular-nums">{total}</b>
        {/* A single line: a method that does not fit is hidden rather than cut off. */}
        <span className="flex h-[1lh] flex-wrap gap-x-1 overflow-hidden">
          <span className="whitespace-nowrap">{say('payments.bundle-credits', { count: bundle.credits })}</span>
          {method && <span>· {methodName(say, method)}</span>}
        </span>
      </p>
      {children}
    </div>
  );
}

interface BundleCardsProps {
  offer: Offer;
  value: string;
  onChange: (id: string) => void;
  /** The first-purchase discount of the chosen bundle, shown at its card. */
  discount: { percentage: number } | undefined;
}

function BundleCards({ offer, value, onChange, discount }: BundleCardsProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  return (
    <>
      <RadioCards
        label={say('payments.bundle')}
        labelHidden
        name="bundle"
        voice="speak"
        value={value}
        onChange={onChange}
        options={offer.bundles.map((bundle, index) => ({
          value: bundle.id,
          title: say('payments.bundle-credits', { count: bundle.credits }),
          start: <CoinHeap count={index + 1} />,
          detail: (
            <Rich
              id="payments.bundle-detail"
              values={{
                count: bundle.messages,
                amount: format.money((bundle.reduced ?? bundle).message_amount, offer.currency),
              }}
              components={{ b: <b className="text-ink" /> }}
            />
          ),
          end: (
            <DiscountedPrice
              amount={bundle.reduced?.amount ?? bundle.amount}
              listAmount={bundle.reduced?.list_amount ?? bundle.amount}
              currency={offer.currency}
            />
          ),
          ...(discount && bundle.id === value && { foot: <OfferedDiscount discount={discount} /> }),
        }))}
      />
      <p className="text-13 text-pretty text-ink-2">
        {say('payments.intro', { count: settings?.message_credits ?? 0 })}
      </p>
    </>
  );
}

function CoinHeap({ count }: { count: number }): ReactElement {
  return (
    <span className="hidden w-[70px] shrink-0 lg:flex" aria-hidden="true">
      {Array.from({ length: Math.min(count, 4) }, (_, index) => (
        <CreditCoin key={index} size="lg" className="-mr-5 size-7 drop-shadow-[1px_0_0_var(--surface)]" />
      ))}
    </span>
  );
}

interface DiscountedPriceProps {
  amount: number;
  /** The lowest price of the last 30 days, if the amount is lower. */
  listAmount: number;
  currency: string;
}

function DiscountedPrice({ amount, listAmount, currency }: DiscountedPriceProps): ReactElement {
  const say = useSay();
  const { money } = useFormat();
  return (
    <span className="grid justify-items-end leading-tight">
      <b className="speak text-20 text-ink tabular-nums">
        {listAmount > amount && <span className="sr-only">{say('discounts.now')} </span>}
        {money(amount, currency)}
      </b>
      {listAmount > amount && (
        <s className="text-12 text-ink-3 tabular-nums">
          <span className="sr-only">{say('discounts.before')} </span>
          {money(listAmount, currency)}
        </s>
      )}
    </span>
  );
}
