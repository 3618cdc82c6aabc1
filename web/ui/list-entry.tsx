import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';

/** An entry that a press may remove: the focus then passes to a button of its neighbor, or to the title above. */
export function ListEntry({ className, children }: { className?: string; children: ReactNode }): ReactElement {
  const entry = useRef<HTMLLIElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const { current: left } = entry;
    // Runs while the entry is still in the document. A focus that a neighbor has just passed on caused no event.
    return () => {
      if (left && (hasFocus.current || left.contains(document.activeElement))) passFocus(left);
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its menu, which is elsewhere
    <li
      ref={entry}
      className={className}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {children}
    </li>
  );
}

function passFocus(entry: Element): void {
  const neighbor = entry.nextElementSibling ?? entry.previousElementSibling;
  const title = entry.closest('section, main')?.querySelector<HTMLElement>('h1, h2, h3');
  title?.setAttribute('tabindex', '-1');
  (neighbor?.querySelector('button') ?? title)?.focus({ preventScroll: true });
}
