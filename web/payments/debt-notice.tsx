import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';

interface DebtNoticeProps {
  credits: number;
  /** A link to the bundles, unless they are on the same page. */
  action?: ReactElement;
}

/** Explains a balance below zero and what to do: returned money had paid for credits that were already used. */
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
