import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

import { cx } from './cx.ts';

type ButtonVariant = 'primary' | 'second' | 'quiet' | 'lit' | 'risk' | 'plain';
type ButtonSize = 'md' | 'sm';

const base =
  'relative inline-flex items-center justify-center gap-2.25 rounded-pill text-center leading-[1.2] font-bold text-balance no-underline select-none transition-[background-color,color,scale] active:scale-[.985]';

/* `plain` is for pressable words in a row of text. `aria-disabled` mutes a button without taking the focus away. */
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

/** Returns the classes of everything that looks like a button, whether a button or a link. */
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

type ButtonStyle = {
  /** `lit` is for the one highlight of a screen: credits, an offer, a new like. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  price?: ReactNode;
};

export type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & {
    /** Work is in progress: the button keeps its width and focus, says so, and ignores further presses. */
    busy?: boolean;
    /** Label while busy. The wider of both labels sets the width. */
    busyLabel?: ReactNode;
  };

/** `type` defaults to `button`: only a form's own button sets `submit`. */
export function Button({ variant, size, wide, price, busy = false, busyLabel, className, ...rest }: ButtonProps) {
  const { children, disabled, onClick, type = 'button', ...others } = rest;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...others}
      type={type}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={buttonClasses({ variant, size, wide, disabled }, className)}
    >
      <Label busy={busy} busyLabel={busyLabel}>
        {children}
      </Label>
      {price !== undefined && <PriceSlot>{price}</PriceSlot>}
      {busy && <Travel />}
    </button>
  );
}

export type LinkButtonProps = ButtonStyle & ComponentProps<typeof Link>;

export function LinkButton({ variant, size, wide, price, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClasses({ variant, size, wide }, className)}>
      {children}
      {price !== undefined && <PriceSlot>{price}</PriceSlot>}
    </Link>
  );
}

function Label({ busy, busyLabel, children }: { busy: boolean; busyLabel: ReactNode; children: ReactNode }) {
  if (busyLabel === undefined) return children;
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2.25';
  return (
    <span className="inline-grid">
      <span className={cx(cell, busy && 'invisible')}>{children}</span>
      <span className={cx(cell, !busy && 'invisible')}>{busyLabel}</span>
    </span>
  );
}

function PriceSlot({ children }: { children: ReactNode }) {
  return <span className="ml-0.5 inline-flex border-l border-current/34 pl-2.75">{children}</span>;
}

function Travel() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-5.5 bottom-1.5 h-0.5 origin-left animate-travel rounded-pill bg-current opacity-75 motion-reduce:w-1/2"
    />
  );
}
