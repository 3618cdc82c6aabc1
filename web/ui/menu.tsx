import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { To } from 'react-router';
import { cx } from './cx.ts';
import { Check, Icon } from './icon.tsx';
import type { LucideIcon } from './icon.tsx';

export type MenuProps = {
  /** The button that opens it; it takes a ref and the attributes of a trigger. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

/** A list of actions under a button, with arrows, letters and Escape. */
export function Menu({ trigger, align = 'end', className, children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-photo bg-raised p-1.5 text-ink shadow-e2 inset-ring inset-ring-line outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type MenuItemProps = {
  sign?: LucideIcon;
  /** Goes somewhere; otherwise `onSelect` does something. */
  to?: To;
  onSelect?: () => void;
  /** For what cannot be undone. */
  risk?: boolean;
  /** One of several choices, and the one that holds. */
  chosen?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

const item =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-input px-3 py-2 text-15 leading-[1.3] font-semibold outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ink-3';

/** One line of a menu. */
export function MenuItem({ sign, to, onSelect, risk = false, chosen, disabled, children }: MenuItemProps) {
  const look = cx(
    item,
    risk
      ? 'text-danger data-highlighted:bg-danger-soft data-highlighted:text-on-danger-soft'
      : 'data-highlighted:bg-primary-soft data-highlighted:text-on-primary-soft',
  );
  const inside = (
    <>
      {sign !== undefined && <Icon of={sign} size="sm" />}
      <span className="min-w-0 flex-1">{children}</span>
      {chosen === true && <Icon of={Check} size="sm" className="text-primary-ink" />}
    </>
  );
  const props = {
    className: look,
    disabled,
    onSelect,
    ...(chosen !== undefined && { role: 'menuitemradio', 'aria-checked': chosen }),
  };
  if (to === undefined) return <Radix.Item {...props}>{inside}</Radix.Item>;
  return (
    <Radix.Item {...props} asChild>
      <Link to={to}>{inside}</Link>
    </Radix.Item>
  );
}

/** A hairline between groups. */
export function MenuLine() {
  return <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />;
}
