import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { useFormat } from '../format.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Countdown } from './countdown-clock.tsx';
import { useTimeBonus } from './use-time-bonus.ts';

/** The welcome bonus above the page: what it is, how long it still lasts, and the way to the credits. */
export function BonusBanner({ onDismiss }: { onDismiss: () => void }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const bonus = useTimeBonus();
  if (!bonus) return null;
  return (
    <Banner name="time-bonus" tone="lit" dismissLabel={say('common.close')} onDismiss={onDismiss}>
      {say('shell.bonus', { percent: format.percent(bonus.percentage / 100) })}{' '}
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
