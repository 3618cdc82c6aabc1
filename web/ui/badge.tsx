import { cx } from './cx.ts';

const tones = {
  primary: 'bg-primary text-on-primary',
  lit: 'bg-secondary text-on-secondary',
  danger: 'bg-danger text-on-danger',
};

export type BadgeProps = {
  count: number;
  tone?: keyof typeof tones;
  /** The count in words; without it, the text around the badge must say it. */
  label?: string;
  className?: string;
};

export function Badge({ count, tone = 'primary', label, className }: BadgeProps) {
  const look =
    'inline-grid h-[19px] min-w-[19px] shrink-0 place-items-center rounded-pill px-1.25 text-[0.6875rem] leading-none font-bold tabular-nums ring-2 ring-surface';
  return (
    <span className={cx(look, tones[tone], className)}>
      <span aria-hidden={label === undefined ? undefined : true}>{count > 99 ? '99+' : count}</span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
