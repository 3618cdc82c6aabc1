import type { ReactElement } from 'react';

import { useFormat } from '../format.ts';
import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/icon.tsx';
import { Countdown } from './countdown-clock.tsx';
import { useTimeBonus } from './use-time-bonus.ts';

export interface ActiveDiscountProps {
  discount: { code: string; percentage: number };
  /** Removes a code that the member entered; the discount that they have without one takes its place. */
  onRemove?: (() => void) | undefined;
}

/** The discount that the shown prices have, and how long it lasts where it ends. */
export function ActiveDiscount({ discount, onRemove }: ActiveDiscountProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const bonus = useTimeBonus();
  const percent = format.percent(discount.percentage / 100);
  return (
    <Alert
      tone="lit"
      icon={Tag}
      action={
        onRemove && (
          <Button variant="quiet" size="sm" onClick={onRemove}>
            {say('discounts.remove')}
          </Button>
        )
      }
    >
      {onRemove ? say('discounts.active.code', { code: discount.code, percent }) : say('discounts.active', { percent })}
      {!onRemove && bonus && (
        <>
          {' '}
          {say('discounts.left')} <Countdown seconds={bonus.secondsLeft} className="font-bold" />
        </>
      )}
    </Alert>
  );
}
