import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { definePage } from '../page.ts';
import { userQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { WayBack } from '../shell/way-back.tsx';
import { Balance } from '../ui/balance.tsx';
import { LinkButton } from '../ui/button.tsx';
import { DebtNotice } from './debt-notice.tsx';
import { PauseOffer } from './pause-offer.tsx';
import { Statement } from './statement.tsx';

const page = definePage('credits-history', { parts: ['payments'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The member's statement: every movement of credits, with links to the orders. */
export default function HistoryPage(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const credits = user?.credits ?? 0;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <Title>{say('payments.statement')}</Title>
      <div className="grid max-w-[796px] gap-5">
        <header className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex min-w-0 items-center gap-1">
              <WayBack fallback={pathTo('credits')} />
              <h1 id="statement" className="speak text-26 md:text-34">
                {say('payments.statement')}
              </h1>
            </div>
            <Balance
              to={pathTo('credits')}
              label={say('payments.balance-label', { count: credits })}
              empty={credits <= 0}
            >
              {say('payments.balance', { count: credits })}
            </Balance>
          </div>
          <p className="text-ink-2">{say('payments.statement.intro')}</p>
        </header>
        <DebtNotice
          credits={credits}
          action={
            <LinkButton to={pathTo('credits')} size="sm">
              {say('payments.title')}
            </LinkButton>
          }
        />
        <PauseOffer />
        <Statement />
      </div>
    </div>
  );
}
