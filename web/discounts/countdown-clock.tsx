import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { formatCountdown } from './countdown.ts';

/** The time left. Screen readers read it on focus, not every second. */
export function Countdown({ seconds, className }: { seconds: number; className?: string }): ReactElement {
  const say = useSay();
  return (
    <span role="timer" aria-live="off" aria-label={say('shell.bonus-left')} className={cx('tabular-nums', className)}>
      {formatCountdown(seconds)}
    </span>
  );
}
