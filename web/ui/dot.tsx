import { cx } from './cx.ts';

const variants = {
  /** On an avatar: cut out of the picture by a ring of the ground. */
  ring: 'size-[11px] bg-online ring-[2.5px] ring-surface',
  /** In a line of text: a soft halo. */
  flat: 'size-[9px] bg-online ring-3 ring-online/24',
  /** On the shade of a photograph. */
  photo: 'size-[9px] bg-photo-online ring-3 ring-photo-online/28',
};

export type OnlineDotProps = {
  variant?: keyof typeof variants;
  /** Says "online" to those who listen; leave it out where the words stand beside the dot. */
  label?: string;
  className?: string;
};

/** The green dot of a member who is here now. */
export function OnlineDot({ variant = 'flat', label, className }: OnlineDotProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <span {...named} className={cx('inline-block shrink-0 rounded-full', variants[variant], className)} />;
}
