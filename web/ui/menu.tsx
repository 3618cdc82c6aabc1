import { type MouseEvent, type ReactElement, type ReactNode, cloneElement, use, useState } from 'react';
import { Link, type To } from 'react-router';
import { cx } from './cx.ts';
import { Icon, type LucideIcon } from './icon.tsx';
import { type Loadable, latePart, loadOrStayAway } from './lazy-part.ts';
import { useLoadAhead } from './load-ahead.ts';
import { MenuParts, type MenuProps } from './menu-parts.ts';

const OpenMenu = latePart(async () => ({ default: (await import('./open-menu.tsx')).OpenMenu }));

interface LoadedMenuProps extends MenuProps {
  /** Parts among its items. */
  parts?: readonly Loadable[];
  /** Dialogs of its items, which are loaded once it is open. */
  dialogs?: readonly Loadable[];
}

/**
 * A menu under a button, with arrow keys, type-ahead and Escape. Its code, 30 KB, and that of its items are loaded
 * ahead, or together on the first press, so that it opens complete.
 */
export function Menu({ parts = [], dialogs = [], ...props }: LoadedMenuProps): ReactElement {
  const [opened, setOpened] = useState<'pointer' | 'keyboard'>();
  const all = [OpenMenu, ...parts];
  useLoadAhead(...all);
  const load = async (): Promise<void> => void (await Promise.all(all.map((part) => part.load())));
  const open = async (by: 'pointer' | 'keyboard'): Promise<void> => {
    await loadOrStayAway(load);
    setOpened(by);
    // If one fails, it is loaded again when it is shown.
    for (const dialog of dialogs) dialog.load().catch(() => undefined);
  };
  if (opened) return <OpenMenu {...props} focusFirst={opened === 'keyboard'} />;
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A click with count 0 comes from the keyboard.
    onClick: ({ detail }: MouseEvent) => void open(detail === 0 ? 'keyboard' : 'pointer'),
    // If this fails, the click retries and reports the failure.
    onPointerDown: () => void load().catch(() => undefined),
  });
}

export type MenuItemProps = {
  icon?: LucideIcon;
  to?: To;
  onSelect?: () => void;
  /** True for actions that cannot be undone. */
  risk?: boolean;
  children: ReactNode;
};

const item =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-input px-3 py-2 text-15 leading-[1.3] font-semibold outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ink-3';

export function MenuItem({ icon, to, onSelect, risk = false, children }: MenuItemProps) {
  const parts = use(MenuParts);
  if (!parts) return null;
  const look = cx(
    item,
    risk
      ? 'text-danger data-highlighted:bg-danger-soft data-highlighted:text-on-danger-soft'
      : 'data-highlighted:bg-primary-soft data-highlighted:text-on-primary-soft',
  );
  const inside = (
    <>
      {icon !== undefined && <Icon of={icon} size="sm" />}
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
  const props = { className: look, onSelect };
  if (to === undefined) return <parts.Item {...props}>{inside}</parts.Item>;
  return (
    <parts.Item {...props} asChild>
      <Link to={to}>{inside}</Link>
    </parts.Item>
  );
}

export function MenuLine() {
  const parts = use(MenuParts);
  return parts && <parts.Separator className="mx-3 my-1.5 h-px bg-line" />;
}
