import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Balance } from '../ui/balance.tsx';
import { LinkButton } from '../ui/button.tsx';
import { DebtNotice } from './debt-notice.tsx';
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
      <div className="grid max-w-[796px] gap-5">
        <PageHead
          title={say('payments.statement')}
          back={pathTo('credits')}
          aside={
            <Balance
              to={pathTo('credits')}
              label={say('payments.balance-label', { count: credits })}
              empty={credits <= 0}
            >
              {say('payments.balance', { count: credits })}
            </Balance>
          }
          intro={say('payments.statement.intro')}
        />
        <DebtNotice
          credits={credits}
          action={
            <LinkButton to={pathTo('credits')} size="sm">
              {say('payments.title')}
            </LinkButton>
          }
        />
        <Statement />
      </div>
    </div>
  );
}
