import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { useFormat } from '../platform/sentences/format.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Countdown, useTimeBonus } from './use-time-bonus.tsx';

export function BonusBanner({ onDismiss }: { onDismiss: () => void }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const bonus = useTimeBonus();
  if (!bonus) return null;
  const percent = format.percent(bonus.percentage / 100);
  return (
    <Banner name="time-bonus" tone="lit" dismissLabel={say('common.close')} onDismiss={onDismiss}>
      <span className="md:hidden">{say('shell.bonus-short', { percent })}</span>
      <span className="max-md:hidden">{say('shell.bonus', { percent })}</span>{' '}
      <Link
        to={pathTo('credits')}
        className="rounded-small py-0.5 font-bold whitespace-nowrap underline underline-offset-3"
      >
        {say('shell.bonus-action')}
      </Link>{' '}
      <Countdown seconds={bonus.secondsLeft} className="font-bold whitespace-nowrap" />
    </Banner>
  );
}
