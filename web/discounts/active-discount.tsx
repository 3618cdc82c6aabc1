import type { ReactElement } from 'react';

import { useFormat } from '../platform/sentences/format.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/icon.tsx';
import { Countdown, useTimeBonus } from './use-time-bonus.tsx';

/** The discount on a first purchase in one line and, while it runs, the time left. */
export function OfferedDiscount({ discount }: { discount: { percentage: number } }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const bonus = useTimeBonus();
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      <b>{say('discounts.active', { percent: format.percent(discount.percentage / 100) })}</b>
      {bonus && (
        <span>
          {say('discounts.left')} <Countdown seconds={bonus.secondsLeft} className="font-bold" />
        </span>
      )}
    </p>
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
