import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Balance } from '../ui/balance.tsx';

interface DebtAlertProps {
  credits: number;
  action?: ReactElement;
}

/** Explains a balance below zero and what to do: returned money had paid for credits that were already used. */
export function DebtAlert({ credits, action }: DebtAlertProps): ReactElement | null {
  const say = useSay();
  if (credits >= 0) return null;
  return (
    <Alert tone="danger" title={say('payments.debt.title')} action={action}>
      <p>{say('payments.debt.what', { count: -credits })}</p>
      <p className="mt-1.5">{say('payments.debt.now')}</p>
    </Alert>
  );
}

export function BalanceLink({ to, credits }: { to: string; credits: number }): ReactElement {
  const say = useSay();
  return (
    <Balance to={to} label={say('payments.balance-label', { count: credits })} empty={credits <= 0}>
      {say('payments.balance', { count: credits })}
    </Balance>
  );
}
