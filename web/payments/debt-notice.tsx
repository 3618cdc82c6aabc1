import type { ReactElement } from 'react';

import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';

/** What happened and what now, for a balance below zero: returned money had paid for credits that were already used. */
export function DebtNotice({ credits }: { credits: number }): ReactElement | null {
  const say = useSay();
  if (credits >= 0) return null;
  return (
    <Alert
      tone="danger"
      title={say('payments.debt.title')}
      action={
        <LinkButton to={pathTo('credits')} size="sm">
          {say('payments.title')}
        </LinkButton>
      }
    >
      <p>{say('payments.debt.what', { count: -credits })}</p>
      <p className="mt-1.5">{say('payments.debt.now')}</p>
    </Alert>
  );
}
