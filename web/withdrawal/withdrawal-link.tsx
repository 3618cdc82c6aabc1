import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';

/** Links from a completed purchase to its withdrawal and its state. */
export function WithdrawalLink({ payment }: { payment: string }): ReactElement {
  const say = useSay();
  return (
    <Link
      to={`${pathTo('withdrawal')}?payment=${encodeURIComponent(payment)}`}
      className="reach text-13 font-semibold text-primary-ink underline underline-offset-2 hover:no-underline"
    >
      {say('shell.withdraw')}
    </Link>
  );
}
