import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { RepeatOrder, StoredCard } from '../../contract/payments/stored-cards.ts';
import { callOverHttp } from '../platform/calls/call.ts';
import { newKey } from '../platform/calls/idempotency-key.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { definePage } from '../platform/pages/page.ts';
import { keys } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { showToast } from '../ui/toast.ts';
import { LazyConfirmOrder } from './lazy-confirm-order.tsx';
import { MethodSign } from './methods.tsx';
import { orderAction } from './order-action.ts';
import { orderClientAction } from './order-client-action.ts';
import { repeatOrdersQuery } from './payments-queries.ts';

const page = definePage('credits-repeat-order', {
  parts: ['payments', 'repeat-orders'],
  load: ({ ensure }) => ensure(repeatOrdersQuery),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = orderAction;
export const clientAction = orderClientAction;

const otherWay = 'other';

export default function RepeatOrderPage(): ReactElement {
  const say = useSay();
  const { data } = useSuspenseQuery(repeatOrdersQuery);
  const usable = data.cards.filter(({ state }) => state === 'valid');
  const [chosen, choose] = useState<string>();
  const card = chosen === otherWay ? undefined : (usable.find(({ id }) => id === chosen) ?? usable[0]);
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="grid max-w-[796px] gap-6">
        <PageHead title={say('repeat-orders.title')} back={pathTo('credits')} intro={say('repeat-orders.intro')} />
        {data.orders.length === 0 ? (
          <EmptyState
            title={say('repeat-orders.empty')}
            action={<LinkButton to={pathTo('credits')}>{say('repeat-orders.empty-action')}</LinkButton>}
          >
            {say('repeat-orders.empty-text')}
          </EmptyState>
        ) : (
          <>
            {usable.length > 0 && <Cards cards={usable} value={card?.id ?? otherWay} onChange={choose} />}
            <Card as="section" aria-labelledby="orders" className="grid gap-4">
              <h2 id="orders" className="speak text-20">
                {say('repeat-orders.orders')}
              </h2>
              <ul className="divide-y divide-line">
                {data.orders.map((order) => (
                  <RepeatRow key={order.bundle} order={order} card={card} />
                ))}
              </ul>
            </Card>
          </>
        )}
        {(data.orders.length > 0 || data.cards.length > 0) && (
          <Card as="section" aria-labelledby="cards" className="grid gap-4">
            <h2 id="cards" className="speak text-20">
              {say('repeat-orders.cards')}
            </h2>
            {data.cards.length === 0 ? (
              <p className="text-ink-2">{say('repeat-orders.cards-none')}</p>
            ) : (
              <ul className="divide-y divide-line">
                {data.cards.map((one) => (
                  <RepeatCard key={one.id} card={one} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </div>
    </div>
  );
}

function Cards(props: { cards: readonly StoredCard[]; value: string; onChange: (id: string) => void }): ReactElement {
  const say = useSay();
  return (
    <RadioCards
      label={say('repeat-orders.pay-with')}
      name="card"
      value={props.value}
      onChange={props.onChange}
      grid="sm:grid-cols-2"
      options={[
        ...props.cards.map((card) => ({
          value: card.id,
          title: cardName(say, card),
          start: <MethodSign of={cardSign(card)} />,
        })),
        { value: otherWay, title: say('repeat-orders.other-way') },
      ]}
    />
  );
}

interface RepeatRowProps {
  order: RepeatOrder;
  /** The card to charge; without one, the order is paid like any other. */
  card: StoredCard | undefined;
}

function RepeatRow({ order, card }: RepeatRowProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { bundle, credits, price, paymentmethod } = order;
  const total = format.money(price.total, price.currency);
  const then = format.money(order.paid, order.currency);
  const what = say('payments.bundle-credits', { count: price.credits });
  const label = `${say('repeat-orders.order')}: ${what}, ${total}`;
  const otherWayPath = pathTo('credits-id-paymentmethod', { id: bundle, paymentmethod });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <CreditCoin size="lg" />
      <div className="min-w-0 flex-1 basis-24">
        <p className="speak text-20">{what}</p>
        <p className="text-13 text-ink-2">
          {say('repeat-orders.ordered', { date: format.day(order.ordered_at) })}
          {then !== total || credits !== price.credits ? ` · ${say('repeat-orders.paid-then', { amount: then })}` : ''}
        </p>
      </div>
      <p className="speak text-20 tabular-nums">{total}</p>
      {card ? (
        <OneTap order={order} card={card} label={label} />
      ) : (
        <LinkButton to={otherWayPath} aria-label={label} className="max-sm:w-full">
          {say('repeat-orders.order')}
        </LinkButton>
      )}
    </li>
  );
}

function OneTap(props: { order: RepeatOrder; card: StoredCard; label: string }): ReactElement {
  const { order, card, label } = props;
  const say = useSay();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button aria-label={label} className="max-sm:w-full" onClick={() => setConfirming(true)}>
        {say('repeat-orders.order')}
      </Button>
      <LazyConfirmOrder
        open={isConfirming}
        onOpenChange={setConfirming}
        order={{ bundle: order.bundle, stored_card: card.id }}
        method={
          <span className="inline-flex items-center gap-2">
            <MethodSign of={cardSign(card)} size="sm" />
            {cardName(say, card)}
          </span>
        }
        action={pathTo('credits-repeat-order')}
        fields={{ bundle: order.bundle, paymentmethod: card.paymentmethod, stored_card: card.id }}
      />
    </>
  );
}

function cardName(say: Say, { brand, last_digits: digits }: StoredCard): string {
  if (digits === '') return say('repeat-orders.card-new');
  return brand === '' ? `•••• ${digits}` : say('repeat-orders.card', { brand, digits });
}

function cardSign({ brand, paymentmethod }: StoredCard): PaymentMethodId {
  const sign = brand.toLowerCase();
  return sign === 'visa' || sign === 'mastercard' || sign === 'maestro' || sign === 'dankort' ? sign : paymentmethod;
}

function stateText(say: Say, { state, expires }: StoredCard): string {
  const month = expires === null ? '' : `${expires.slice(5)}/${expires.slice(0, 4)}`;
  if (state === 'pending') return say('repeat-orders.card-pending');
  if (state === 'invalid') return say('repeat-orders.card-invalid');
  if (month === '') return '';
  return state === 'expired'
    ? say('repeat-orders.card-expired', { month })
    : say('repeat-orders.card-until', { month });
}

function RepeatCard({ card }: { card: StoredCard }): ReactElement {
  const say = useSay();
  const name = cardName(say, card);
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex items-center gap-3.5 py-3 first:pt-0 last:pb-0">
      <MethodSign of={cardSign(card)} />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{name}</p>
        <p className={cx('text-13', card.state === 'valid' ? 'text-ink-2' : 'text-ink-3')}>{stateText(say, card)}</p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        aria-label={say('repeat-orders.remove-label', { card: name })}
        onClick={() => setAsking(true)}
      >
        {say('repeat-orders.remove')}
      </Button>
      {asking && <RemoveCard card={card} name={name} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Asks first: a card that was revoked at the provider cannot be restored. */
function RemoveCard(props: { card: StoredCard; name: string; onClose: () => void }): ReactElement {
  const { card, name, onClose } = props;
  const say = useSay();
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const remove = useMutation({
    mutationFn: () => callOverHttp('removeStoredCard', { card: card.id, idempotency_key: key }),
    onSuccess: async () => {
      onClose();
      showToast({ id: 'card-removed', tone: 'success', children: say('repeat-orders.removed') });
      await queries.invalidateQueries({ queryKey: keys.repeatOrders });
    },
  });
  return (
    <ConfirmDialog
      open
      risk
      onOpenChange={(open) => !open && onClose()}
      title={say('repeat-orders.remove-title')}
      description={say('repeat-orders.remove-text', { card: name })}
      confirmLabel={say('repeat-orders.remove')}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && <Alert tone="danger">{errorText(say, remove.error)}</Alert>}
    </ConfirmDialog>
  );
}
