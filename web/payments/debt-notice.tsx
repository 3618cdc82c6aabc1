import type { ReactElement } from 'react';

import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';

interface DebtNoticeProps {
  credits: number;
  /** The way to the bundles, where they are not on the same page. */
  action?: ReactElement;
}

/** What happened and what now, for a balance below zero: returned money had paid for credits that were already used. */
export function DebtNotice({ credits, action }: DebtNoticeProps): ReactElement | null {
  const say = useSay();
  if (credits >= 0) return null;
  return (
    <Alert tone="danger" title={say('payments.debt.title')} action={action}>
      <p>{say('payments.debt.what', { count: -credits })}</p>
      <p className="mt-1.5">{say('payments.debt.now')}</p>
    </Alert>
  );
}
