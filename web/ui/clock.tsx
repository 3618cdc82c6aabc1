import { cx } from './cx.ts';

export type ClockProps = {
  /** Seconds left; negative values count as zero. */
  seconds: number;
  /** Short units in the member's language. */
  units: { hours: string; minutes: string; seconds: string };
  /** The end time in words, read out instead of digits that change every second. */
  label: string;
  className?: string;
};

const pad = (part: number) => String(part).padStart(2, '0');

/** A countdown of hours, minutes, seconds. Digits change without animation. The caller ticks. */
export function Clock({ seconds, units, label, className }: ClockProps) {
  const left = Math.max(0, Math.floor(seconds));
  const parts = [
    { figure: pad(Math.floor(left / 3600)), unit: units.hours },
    { figure: pad(Math.floor(left / 60) % 60), unit: units.minutes },
    { figure: pad(left % 60), unit: units.seconds },
  ];
  return (
    <span
      role="timer"
      aria-label={label}
      aria-live="off"
      className={cx('clock inline-flex items-baseline gap-2', className)}
    >
      {parts.map(({ figure, unit }) => (
        <span key={unit} aria-hidden="true" className="inline-flex items-baseline gap-1">
          <span className="min-w-[1.1em] text-center">{figure}</span>
          <span className="font-work text-12 leading-none font-semibold">{unit}</span>
        </span>
      ))}
    </span>
  );
}
