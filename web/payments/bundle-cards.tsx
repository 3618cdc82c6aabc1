import type { ReactElement } from 'react';

import { DiscountedPrice } from '../discounts/discounted-price.tsx';
import { useFormat } from '../platform/format.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import type { Offer } from './payments-queries.ts';

export interface BundleCardsProps {
  offer: Offer;
  value: string;
  onChange: (id: string) => void;
}

/** The bundles as cards: credits, their number of messages, the price of a message, and the price. */
export function BundleCards({ offer, value, onChange }: BundleCardsProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
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
      }))}
    />
  );
}

/** One to four coins, by the size of the bundle; only on wide windows. */
function CoinHeap({ count }: { count: number }): ReactElement {
  return (
    <span className="hidden w-[70px] shrink-0 lg:flex" aria-hidden="true">
      {Array.from({ length: Math.min(count, 4) }, (_, index) => (
        <CreditCoin key={index} size="lg" className="-mr-5 size-7 drop-shadow-[1px_0_0_var(--surface)]" />
      ))}
    </span>
  );
}
