import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactElement, useEffect, useRef } from 'react';

import { cx } from './cx.ts';
import { MenuParts, type MenuProps } from './menu-parts.ts';

const parts = { Item: Radix.Item, Separator: Radix.Separator };

export function OpenMenu(props: MenuProps & { focusFirst: boolean }): ReactElement {
  const { trigger, align = 'end', className, children, focusFirst } = props;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focusFirst) return undefined;
    // Radix did not see the key, so it first focuses the list as a whole.
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [focusFirst]);
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          // A finger that rests on a text moves the focus when it leaves, which would close the menu that it opened.
          onFocusOutside={(event) => event.preventDefault()}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-photo bg-raised p-1.5 text-ink shadow-e2 inset-ring inset-ring-line outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise',
            className,
          )}
        >
          <MenuParts value={parts}>{children}</MenuParts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
