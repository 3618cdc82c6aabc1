import { type MouseEvent, type ReactElement, type ReactNode, Suspense, cloneElement, use, useState } from 'react';
import { Link, type To } from 'react-router';
import { cx } from './cx.ts';
import { Icon, type LucideIcon } from './icon.tsx';
import { lazyPart } from './lazy-part.ts';
import { MenuParts, type MenuProps } from './menu-parts.ts';
import type { OpenMenu } from './open-menu.tsx';

const load = async (): Promise<{ default: typeof OpenMenu }> => ({
  default: (await import('./open-menu.tsx')).OpenMenu,
});
const LazyMenu = lazyPart(load);

/** A menu under a button, with arrow keys, type-ahead and Escape. Its code, 30 KB, is loaded on the first press. */
export function Menu(props: MenuProps): ReactElement {
  const [wanted, setWanted] = useState<'pointer' | 'keyboard'>();
  // Preloads the code on pointer down. If that fails, the click retries and reports the failure.
  const prepare = (): void => void load().catch(() => undefined);
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': wanted !== undefined,
    // A click with count 0 comes from the keyboard.
    onClick: (event: MouseEvent) => setWanted(event.detail === 0 ? 'keyboard' : 'pointer'),
    onPointerDown: prepare,
  });
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <LazyMenu {...props} focusFirst={wanted === 'keyboard'} />
    </Suspense>
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
