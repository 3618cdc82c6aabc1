import { type PointerEvent, type ReactElement, type ReactNode, cloneElement, use, useId, useState } from 'react';
import { Link, type To } from 'react-router';
import { cx } from './cx.ts';
import { Icon, type LucideIcon } from './icon.tsx';
import { type Loadable, latePart, loadOrStayAway } from './lazy-part.ts';
import { useLoadAhead } from './load-ahead.ts';
import { MenuClose, type MenuProps, type OpenMenuProps } from './menu-parts.ts';

const OpenMenu = latePart(async () => ({ default: (await import('./open-menu.tsx')).OpenMenu }));

interface LoadedMenuProps extends MenuProps {
  /** Parts among its items. */
  parts?: readonly Loadable[];
  /** Dialogs of its items, which are loaded once it is open. */
  dialogs?: readonly Loadable[];
}

/**
 * A menu under a button, with arrow keys, type-ahead and Escape. Its code and that of its items are loaded ahead, or
 * together on the first press, so that it opens complete.
 */
export function Menu({ parts = [], dialogs = [], trigger, ...props }: LoadedMenuProps): ReactElement {
  const id = useId();
  const [shown, setShown] = useState<Pick<OpenMenuProps, 'button' | 'focusFirst'> | null>(null);
  const all = [OpenMenu, ...parts];
  useLoadAhead(...all);
  const load = async (): Promise<void> => void (await Promise.all(all.map((part) => part.load())));
  const show = async (button: HTMLElement, focusFirst: boolean): Promise<void> => {
    // Without a wait, React renders the menu in the press itself, and the next frame shows it.
    if (!all.every((part) => part.isLoaded())) await loadOrStayAway(load);
    setShown({ button, focusFirst });
    // If one fails, it is loaded again when it is shown.
    for (const dialog of dialogs) dialog.load().catch(() => undefined);
  };
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': shown !== null,
        // Once open, the menu listens itself. A click with count 0 comes from the keyboard.
        onClick: ({ currentTarget, detail }) => void (shown ?? show(currentTarget, detail === 0)),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          void show(event.currentTarget, true);
        },
        // If this fails, the click retries and reports the failure.
        onPointerDown: () => void load().catch(() => undefined),
      })}
      {shown && <OpenMenu {...props} {...shown} onGone={() => setShown(null)} />}
    </>
  );
}

export type MenuItemProps = {
  icon?: LucideIcon;
  to?: To;
  onSelect?: () => void;
  /** True for actions that cannot be undone. */
  risk?: boolean;
  children: ReactNode;
};

const look = {
  item: 'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-input px-3 py-2 text-start text-15 leading-[1.3] font-semibold outline-none select-none',
  plain: 'focus:bg-primary-soft focus:text-on-primary-soft',
  risk: 'text-danger focus:bg-danger-soft focus:text-on-danger-soft',
};

export function MenuItem({ icon, to, onSelect, risk = false, children }: MenuItemProps): ReactElement {
  const close = use(MenuClose);
  const props = {
    role: 'menuitem',
    tabIndex: -1,
    className: cx(look.item, look[risk ? 'risk' : 'plain']),
    onPointerMove: ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus(),
    // The focus goes first, because the action may move it on.
    onClick: () => {
      close();
      onSelect?.();
    },
  };
  const inside = (
    <>
      {icon !== undefined && <Icon of={icon} size="sm" />}
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
  return to === undefined ? (
    <button type="button" {...props}>
      {inside}
    </button>
  ) : (
    <Link to={to} {...props}>
      {inside}
    </Link>
  );
}

export const MenuLine = (): ReactElement => <hr className="mx-3 my-1.5 border-line" />;
