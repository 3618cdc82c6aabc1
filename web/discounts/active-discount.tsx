import type { ReactElement } from 'react';

import { useFormat } from '../platform/format.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/icon.tsx';
import { Countdown, useTimeBonus } from './use-time-bonus.tsx';

export function OfferedDiscount({ discount }: { discount: { percentage: number } }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const bonus = useTimeBonus();
  const offer = say('discounts.active', { percent: format.percent(discount.percentage / 100) });
  if (!bonus)
    return (
      <Alert tone="lit" icon={Tag}>
        {offer}
      </Alert>
    );
  return (
    <Alert
      tone="lit"
      icon={Tag}
      title={offer}
      action={
        <p>
          {say('discounts.left')} <Countdown seconds={bonus.secondsLeft} className="speak ml-1 text-26 leading-none" />
        </p>
      }
    >
      {say('discounts.active.afterwards')}
    </Alert>
  );
}

interface EnteredCodeProps {
  discount: { code: string; percentage: number };
  /** Removes the code; the member's default discount takes its place. */
  onRemove: () => void;
}

export function EnteredCode({ discount, onRemove }: EnteredCodeProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const percent = format.percent(discount.percentage / 100);
  return (
    <Alert
      tone="lit"
      icon={Tag}
      action={
        <Button variant="quiet" size="sm" onClick={onRemove}>
          {say('discounts.remove')}
        </Button>
      }
    >
      {say('discounts.active.code', { code: discount.code, percent })}
    </Alert>
  );
}
