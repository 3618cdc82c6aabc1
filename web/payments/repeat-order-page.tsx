import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { StoredCard } from '../../contract/payments/stored-cards.ts';
import { definePage } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { MethodSign } from './method-sign.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { orderAction } from './order-action.ts';
import { orderClientAction } from './order-client-action.ts';
import { repeatOrdersQuery } from './payments-queries.ts';
import { RepeatCard, cardName, cardSign } from './repeat-card.tsx';
import { RepeatRow } from './repeat-row.tsx';

const page = definePage('credits-repeat-order', {
  parts: ['payments', 'repeat'],
  load: async ({ ensure }) => {
    await ensure(repeatOrdersQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = orderAction;
export const clientAction = orderClientAction;

const otherWay = 'other';

/** Recently ordered bundles, to be ordered again with one tap on a stored card, and the stored cards. */
export default function RepeatOrderPage(): ReactElement {
  const say = useSay();
  const { data } = useSuspenseQuery(repeatOrdersQuery);
  const usable = data.cards.filter(({ state }) => state === 'valid');
  const [chosen, choose] = useState<string>();
  const card = chosen === otherWay ? undefined : (usable.find(({ id }) => id === chosen) ?? usable[0]);
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="grid max-w-[796px] gap-6">
        <PageHead title={say('repeat.title')} back={pathTo('credits')} intro={say('repeat.intro')} />
        {data.orders.length === 0 ? (
          <EmptyState
            title={say('repeat.empty')}
            action={<LinkButton to={pathTo('credits')}>{say('repeat.empty-action')}</LinkButton>}
          >
            {say('repeat.empty-text')}
          </EmptyState>
        ) : (
          <>
            {usable.length > 0 && <Cards cards={usable} value={card?.id ?? otherWay} onChange={choose} />}
            <Card as="section" aria-labelledby="orders" className="grid gap-4">
              <h2 id="orders" className="speak text-20">
                {say('repeat.orders')}
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
              {say('repeat.cards')}
            </h2>
            {data.cards.length === 0 ? (
              <p className="text-ink-2">{say('repeat.cards-none')}</p>
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

/** The choice of the stored card to charge, or of another method. */
function Cards(props: { cards: readonly StoredCard[]; value: string; onChange: (id: string) => void }): ReactElement {
  const say = useSay();
  return (
    <RadioCards
      label={say('repeat.pay-with')}
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
        { value: otherWay, title: say('repeat.other-way') },
      ]}
    />
  );
}
