import type { ReactElement } from 'react';
import { useLocation } from 'react-router';

import { useFormat } from '../../platform/format.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon, Send } from '../../ui/icon.tsx';
import { Price } from '../../ui/price.tsx';
import type { Composer } from './use-composer.ts';
import { useCreditsCost } from './use-credits-cost.ts';

const shape = 'min-h-11! shrink-0 px-3.5! py-1! whitespace-nowrap';

/** Sends the message. The button shows the price in credits and in money. */
export function SendButton({ writing: { cost, canSend } }: { writing: Composer }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { amount } = useCreditsCost(cost);
  const words = cost > 0 ? say('common.credits', { count: cost }) : say('chat.free');
  return (
    <Button
      type="submit"
      aria-disabled={!canSend || undefined}
      aria-label={say('chat.send-label', { cost: amount === null ? words : `${words} (${amount})` })}
      price={
        cost > 0 ? (
          <span className="grid justify-items-end">
            <Price amount={format.number(cost)} />
            {amount !== null && <span className="text-12 leading-[1.1] font-semibold whitespace-nowrap">{amount}</span>}
          </span>
        ) : (
          say('chat.free')
        )
      }
      className={shape}
    >
      <Icon of={Send} size="sm" />
      <span className="hidden md:inline">{say('chat.send')}</span>
    </Button>
  );
}

/** Replaces the send button if credits are missing. After the payment, the member returns to this conversation. */
export function BuyButton(): ReactElement {
  const say = useSay();
  const next = encodeURIComponent(useLocation().pathname);
  return (
    <LinkButton to={`${pathTo('credits')}?next=${next}`} className={`${shape} text-13!`}>
      {say('chat.blocker-credits-action')}
    </LinkButton>
  );
}
