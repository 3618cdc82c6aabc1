import type { ReactElement, ReactNode } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Heart, Icon, ShieldCheck } from '../ui/icon.tsx';

/** Three promises. The server enforces each. */
export function Promises(): ReactElement {
  const say = useSay();
  return (
    <ul aria-label={say('landing.promises')} className="grid gap-2.5">
      <Line icon={<Icon of={Heart} size="sm" />}>{say('landing.promise.likes')}</Line>
      <Line icon={<CreditCoin size="sm" />}>{say('landing.promise.prices')}</Line>
      <Line icon={<Icon of={ShieldCheck} size="sm" />}>{say('landing.promise.place')}</Line>
    </ul>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactElement {
  return (
    <li className="flex items-start gap-3 text-13 text-ink-2">
      <span className="mt-px flex w-[18px] shrink-0 justify-center text-primary-ink">{icon}</span>
      {children}
    </li>
  );
}
