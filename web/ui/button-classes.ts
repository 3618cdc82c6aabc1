import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'second' | 'quiet' | 'lit' | 'risk' | 'plain';
export type ButtonSize = 'md' | 'sm';

const base =
  'relative inline-flex items-center justify-center gap-2.25 rounded-pill text-center leading-[1.2] font-bold text-balance no-underline select-none transition-[background-color,color,scale] active:scale-[.985]';

/*
 * `plain` is the smallest variant: pressable words, such as "Undo" in a row of text. A muted button is gray whatever
 * its variant; `aria-disabled` mutes it without taking the focus away.
 */
const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-press',
  second: 'bg-primary-soft text-on-primary-soft hover:bg-primary-soft-hover active:bg-primary-soft-press',
  quiet:
    'text-primary-ink inset-ring-[1.5px] inset-ring-line-strong hover:bg-primary-soft active:bg-primary-soft-hover',
  lit: 'bg-secondary text-on-secondary hover:bg-secondary-hover active:bg-secondary-press',
  risk: 'bg-danger text-on-danger hover:bg-danger-hover active:bg-danger-press',
  plain: 'text-primary-ink hover:bg-primary-soft active:bg-primary-soft-hover',
};

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5.5 py-2.5 text-15',
  sm: 'reach min-h-10 px-4 py-2 text-13',
};

const muted = 'bg-sunken text-ink-3 cursor-not-allowed';

/** The classes of everything that looks like a button, whether a button or a link. */
export function buttonClasses(
  look: { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean; disabled?: boolean } = {},
  className?: string,
): string {
  const { variant = 'primary', size = 'md', wide = false, disabled = false } = look;
  return cx(
    base,
    sizes[size],
    disabled ? muted : variants[variant],
    disabled && 'active:scale-100',
    wide && 'w-full',
    className,
  );
}
