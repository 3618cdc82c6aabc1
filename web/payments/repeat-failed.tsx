import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { LinkButton } from '../ui/button.tsx';
import { bundlesQuery } from './payments-queries.ts';

/** After a stored card could not be charged: every other method is one tap away (specification, section 8). */
export function RepeatFailed({ bundle }: { bundle: string }): ReactElement {
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
