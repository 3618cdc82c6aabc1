import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, Suspense, useState } from 'react';
import { Form, useNavigate } from 'react-router';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import { isTaxed, getTaxName } from '../../contract/payments/tax-names.ts';
import { OfferedDiscount } from '../discounts/active-discount.tsx';
import { DiscountForm } from '../discounts/discount-field.tsx';
import { useFormat } from '../platform/format.ts';
import { methodName } from './method-name.ts';
import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Check, Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { BundleCards } from './bundle-cards.tsx';
import { debitPath } from './debit/debit-path.ts';
import { HeldDiscount } from './held-discount.tsx';
import { MethodCards } from './method-cards.tsx';
import { MethodLine } from './method-line.tsx';
import { methodRows } from './method-rows.ts';
import { MissingMethods } from './missing-methods.tsx';
import { NextCountry } from './next-country.tsx';
import { OrderCode } from './order-code.tsx';
import { type Offer, type OfferedBundle, bundleIn, bundlesQuery } from './payments-queries.ts';
import { useMethod } from './use-method.ts';

const ConfirmOrder = lazyPart(async () => ({ default: (await import('./confirm-order.tsx')).ConfirmOrder }));

/** The choice of bundle and method. Leads to the confirmation modal or, before JavaScript has loaded, its page. */
export function OrderForm({ bundle }: { bundle: string | undefined }): ReactElement {
  const say = useSay();
  const [code, setCode] = useState<string>();
  const { data: offer } = useSuspenseQuery(bundlesQuery(undefined, code));
  const navigate = useNavigate();
  const [bundleId, setBundleId] = useState(bundleIn(offer, bundle));
  const [methodId, setMethodId] = useMethod(offer.paymentmethods);
  const [confirming, setConfirming] = useState<'never' | 'open' | 'closed'>('never');
  const chosen = offer.bundles.find(({ id }) => id === bundleId);
  const order = { bundle: bundleId, ...namedDiscount(chosen) };
  const review = (
    <Button type="submit" wide disabled={!chosen || !methodId}>
      {say('payments.order.review')}
    </Button>
  );
  const debit = methodId && debitPath(methodId, bundleId, code);
  const confirm = (event: FormEvent): void => {
    event.preventDefault();
    if (debit) void navigate(debit);
    else setConfirming('open');
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
            <FirstPurchase offer={offer} bundle={chosen} code={code} />
            <BundleCards offer={offer} value={bundleId} onChange={setBundleId} />
            <BundleCode bundle={chosen} code={code} onCode={setCode} />
          </div>
          {offer.paymentmethods.length === 0 ? (
            <Alert tone="info">{say('payments.no-methods')}</Alert>
          ) : (
            <MethodCards rows={methodRows(offer.paymentmethods)} value={methodId} onChange={setMethodId} />
          )}
          <MissingMethods of={offer} />
        </div>
        {chosen && (
          <>
            <SideCard offer={offer} bundle={chosen}>
              {review}
            </SideCard>
            <Bar bundle={chosen} method={methodId}>
              {review}
            </Bar>
          </>
        )}
      </Form>
      {confirming !== 'never' && methodId && (
        <Suspense>
          <ConfirmOrder
            open={confirming === 'open'}
            onOpenChange={(open) => setConfirming(open ? 'open' : 'closed')}
            order={order}
            method={<MethodLine of={methodId} />}
            action={pathTo('credits-id-paymentmethod', { id: bundleId, paymentmethod: methodId })}
            fields={{ ...order, paymentmethod: methodId }}
          />
        </Suspense>
      )}
    </>
  );
}

interface FirstPurchaseProps {
  offer: Offer;
  bundle: OfferedBundle | undefined;
  code: string | undefined;
}

/** The first-purchase discount, or the order that holds it: otherwise the price would seem to have risen. */
function FirstPurchase({ offer, bundle, code }: FirstPurchaseProps): ReactElement | null {
  const discount = bundle?.reduced?.discount;
  if (discount) return discount.code === code ? null : <OfferedDiscount discount={discount} />;
  return offer.discount_held_by === null ? null : <HeldDiscount by={offer.discount_held_by} />;
}

interface BundleCodeProps {
  bundle: OfferedBundle | undefined;
  code: string | undefined;
  onCode: (code: string | undefined) => void;
}

/** The field for a code, directly below the bundle prices that it changes. */
function BundleCode({ bundle, code, onCode }: BundleCodeProps): ReactElement {
  const client = useQueryClient();
  return (
    <OrderCode
      bundle={bundle?.id ?? ''}
      discount={bundle?.reduced?.discount}
      code={code}
      onCode={onCode}
      load={(entered) => client.fetchQuery(bundlesQuery(undefined, entered))}
    />
  );
}

/** The displayed discount is part of the order: if it has expired, the order is refused. */
function namedDiscount(bundle: OfferedBundle | undefined): Record<string, string> {
  return bundle?.reduced ? { discount_code: bundle.reduced.discount.code } : {};
}

/** On desktop: the choice, and the benefits of every bundle. */
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

/** On phones: the total and the button, above the tabs. */
function Bar({ bundle, method, children }: BarProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const total = format.money((bundle.reduced ?? bundle).amount, bundle.currency);
  return (
    <div className="fixed inset-x-0 bottom-(--tabs) z-20 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-t border-line bg-surface px-4 py-2.5 md:px-8 md:pb-[max(18px,env(safe-area-inset-bottom))] lg:hidden">
      <p className="min-w-0 text-12 text-ink-2">
        <b className="speak block text-20 leading-tight font-medium text-ink tabular-nums">{total}</b>
        {/* A single line: a method that does not fit is hidden rather than cut off. */}
        <span className="flex h-[1lh] flex-wrap gap-x-1 overflow-hidden">
          <span>{say('payments.bundle-credits', { count: bundle.credits })}</span>
          {method && <span>· {methodName(say, method)}</span>}
        </span>
      </p>
      {children}
    </div>
  );
}
