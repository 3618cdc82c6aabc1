import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { Payment } from '../../contract/payments.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';

/** Leads to the withdrawal from a completed purchase, and to where it stands once money went back. */
export function WithdrawalLink({ payment: { payment_id, reversed } }: { payment: Payment }): ReactElement {
  const say = useSay();
  return (
    <Link
      to={`${pathTo('withdrawal')}?payment=${encodeURIComponent(payment_id)}`}
      className="reach text-13 font-semibold text-primary-ink underline underline-offset-2 hover:no-underline"
    >
      {say(reversed > 0 ? 'payments.result.withdrawal' : 'shell.withdraw')}
    </Link>
  );
}
