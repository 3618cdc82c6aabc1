import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Check, ChevronDown, Icon, X } from './icon.tsx';

const pill =
  'inline-flex max-w-full items-center gap-1.75 rounded-pill px-3.5 py-1.5 text-left text-13 leading-[1.2] font-semibold transition-[background-color,box-shadow,color]';
const resting = 'bg-surface text-ink inset-ring inset-ring-line hover:bg-primary-soft hover:text-on-primary-soft';
const chosen = 'bg-primary-soft text-on-primary-soft inset-ring-[1.5px] inset-ring-primary hover:bg-primary-soft-hover';

export type ChipProps = ComponentProps<'button'> & { on?: boolean };

// The hit area is 44 px although the pill is 36 px high, which keeps rows of chips light.
const reach = 'reach min-h-9';

/** A pill that opens or does something: a filter, a sort order, a language. Also serves as a menu's trigger. */
export function Chip({ on = false, className, type = 'button', ...rest }: ChipProps) {
  return <button {...rest} type={type} className={cx(pill, reach, on ? chosen : resting, className)} />;
}

export function ChipLink({ on = false, className, ...rest }: ComponentProps<typeof Link> & { on?: boolean }) {
  return <Link {...rest} className={cx(pill, reach, 'shrink-0', on ? chosen : resting, className)} />;
}

export function ChipSelect({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative -my-1 inline-flex shrink-0', className)}>
      <select
        {...rest}
        className={cx(
          pill,
          resting,
          'min-h-11 cursor-pointer appearance-none border-y-4 border-transparent bg-clip-padding pr-8.5',
        )}
      />
      <Icon of={ChevronDown} size="xs" className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
    </span>
  );
}

export type ToggleChipProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode };

/** A checkbox that a form can post. Its sign is always there, so that toggling never moves other chips. */
export function ToggleChip({ children, className, ...rest }: ToggleChipProps) {
  return (
    <label className={cx('toggle-chip', className)}>
      <input {...rest} type="checkbox" className="peer absolute inset-0 cursor-[inherit] opacity-0" />
      {children}
      <Icon
        of={X}
        size="xs"
        className="rotate-45 opacity-60 transition-[rotate] peer-checked:rotate-0 peer-checked:opacity-100"
      />
    </label>
  );
}

export type TagProps = {
  children: ReactNode;
  /** True for a trait that the viewer shares: teal with a check mark. */
  shared?: boolean;
  sharedLabel?: string;
};

/** A word about a member that cannot be pressed. */
export function Tag({ children, shared = false, sharedLabel }: TagProps) {
  return (
    <span className={cx(pill, 'min-h-8', shared ? 'bg-primary-soft text-on-primary-soft' : 'bg-sunken text-ink')}>
      {shared && <Icon of={Check} size="xs" />}
      {children}
      {shared && sharedLabel !== undefined && <span className="sr-only">{sharedLabel}</span>}
    </span>
  );
}
