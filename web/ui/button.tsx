import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClasses } from './button-classes.ts';
import type { ButtonSize, ButtonVariant } from './button-classes.ts';
import { cx } from './cx.ts';

type ButtonStyle = {
  /** `lit` is for the one highlight of a screen: credits, an offer, a new like. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  /** The price of pressing the button, after a hairline; usually `<Price>`. */
  price?: ReactNode;
};

export type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & {
    /** Work is in progress: the button keeps its width and focus, says so, and ignores further presses. */
    busy?: boolean;
    /** Label while busy. The wider of both labels sets the width. */
    busyLabel?: ReactNode;
  };

/** A button. `type` defaults to `button`: only a form's own button sets `submit`. */
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

/** A link that looks like a button. Works before JavaScript has loaded. */
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

/** The line that moves once under the label; it slows down instead of looping. */
function Travel() {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-5.5 bottom-1.5 h-0.5 origin-left animate-travel rounded-pill bg-current opacity-75 motion-reduce:w-1/2"
    />
  );
}
