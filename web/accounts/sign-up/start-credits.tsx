import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { startCreditsMonths } from '../../../contract/credits/limits.ts';
import { settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Banner } from '../../ui/alert.tsx';
import { CreditCoin } from '../../ui/credit-coin.tsx';

/** Says what a new member can do with the start credits; null if they do not pay for a message. */
export function useStartCredits(): string | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const price = settings?.message_credits ?? 0;
  const credits = user?.credits ?? 0;
  const messages = price > 0 ? Math.floor(credits / price) : 0;
  return messages > 0 ? say('shell.gift-of-credits', { credits, messages }) : null;
}

/** The condition of the credits while the address is not confirmed: nobody knows yet whose mailbox it is. */
function Condition(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  if (user?.status !== 'not_confirmed') return null;
  return (
    <details className="font-normal">
      <summary className="reach inline-flex items-center gap-1 rounded-small underline underline-offset-3">
        {say('shell.gift-conditions')}
      </summary>
      <p className="mt-1">{say('shell.gift-condition', { months: startCreditsMonths })}</p>
    </details>
  );
}

export function StartCredits(): ReactElement | null {
  const text = useStartCredits();
  if (text === null) return null;
  return (
    <div className="mb-2 flex w-fit items-start gap-2.5 rounded-photo bg-secondary-soft px-3.5 py-2 text-13 text-on-secondary-soft">
      <CreditCoin size="sm" className="mt-px" />
      <div className="min-w-0">
        <b>{text}</b>
        <Condition />
      </div>
    </div>
  );
}

/** The credits above the page on the first view, until they are dismissed or another page is opened. */
export function FirstCredits({ onDismiss }: { onDismiss: () => void }): ReactElement {
  const say = useSay();
  const text = useStartCredits();
  return (
    <Banner
      name="first-credits"
      tone="lit"
      start={<CreditCoin />}
      dismissLabel={say('common.close')}
      onDismiss={onDismiss}
    >
      <b>{text}</b>
      <Condition />
    </Banner>
  );
}
