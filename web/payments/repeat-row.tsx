import { type ReactElement, Suspense, useState } from 'react';

import type { RepeatOrder, StoredCard } from '../../contract/payments/stored-cards.ts';
import { useFormat } from '../platform/format.ts';
import { MethodSign } from './method-sign.tsx';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { cardName, cardSign } from './repeat-card.tsx';

const ConfirmOrder = lazyPart(async () => ({ default: (await import('./confirm-order.tsx')).ConfirmOrder }));

export interface RepeatRowProps {
  order: RepeatOrder;
  /** The card to charge; without one, the order is paid like any other. */
  card: StoredCard | undefined;
}

/** A bundle from an earlier order at its current price, with the button that leads to the confirmation. */
export function RepeatRow({ order, card }: RepeatRowProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { bundle, credits, quote, paymentmethod } = order;
  const total = format.money(quote.total, quote.currency);
  const then = format.money(order.paid, order.currency);
  const label = say('repeat.order-label', { count: quote.credits, amount: total });
  const otherWay = pathTo('credits-id-paymentmethod', { id: bundle, paymentmethod });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <CreditCoin size="lg" />
      <div className="min-w-0 flex-1 basis-24">
        <p className="speak text-20">{say('payments.bundle-credits', { count: quote.credits })}</p>
        <p className="text-13 text-ink-2">
          {say('repeat.ordered', { date: format.day(order.ordered_at) })}
          {then !== total || credits !== quote.credits ? ` · ${say('repeat.paid-then', { amount: then })}` : ''}
        </p>
      </div>
      <p className="speak text-20 tabular-nums">{total}</p>
      {card ? (
        <OneTap order={order} card={card} label={label} />
      ) : (
        <LinkButton to={otherWay} aria-label={label} className="max-sm:w-full">
          {say('repeat.order')}
        </LinkButton>
      )}
    </li>
  );
}

function OneTap(props: { order: RepeatOrder; card: StoredCard; label: string }): ReactElement {
  const { order, card, label } = props;
  const say = useSay();
  const [confirming, setConfirming] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <Button aria-label={label} className="max-sm:w-full" onClick={() => setConfirming('open')}>
        {say('repeat.order')}
      </Button>
      {confirming !== 'never' && (
        <Suspense>
          <ConfirmOrder
            open={confirming === 'open'}
            onOpenChange={(open) => setConfirming(open ? 'open' : 'closed')}
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
        </Suspense>
      )}
    </>
  );
}
