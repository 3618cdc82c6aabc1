import { cx } from './cx.ts';

const variants = {
  ring: 'size-[11px] bg-online ring-[2.5px] ring-surface',
  flat: 'size-[9px] bg-online ring-3 ring-online/24',
  photo: 'size-[9px] bg-photo-online ring-3 ring-photo-online/28',
};

export type OnlineDotProps = {
  variant?: keyof typeof variants;
  /** "Online" for screen readers; omit it if the word is next to the dot. */
  label?: string;
  className?: string;
};

export function OnlineDot({ variant = 'flat', label, className }: OnlineDotProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <span {...named} className={cx('inline-block shrink-0 rounded-full', variants[variant], className)} />;
}
