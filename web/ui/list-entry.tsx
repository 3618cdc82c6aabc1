import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** An entry that a press may remove: the focus then passes to a button of its neighbor, or to the title above. */
export function ListEntry({ className, children }: { className?: string; children: ReactNode }): ReactElement {
  return (
    <li className={className} {...usePassedFocus<HTMLLIElement>()}>
      {children}
    </li>
  );
}

interface PassedFocus<Place> {
  ref: RefObject<Place | null>;
  onFocus: () => void;
  onBlur: () => void;
}

/** Returns the attributes of an entry, or of a part of one, whose focus passes on when it is removed. */
export function usePassedFocus<Place extends Element>(): PassedFocus<Place> {
  const place = useRef<Place>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const entry = place.current?.closest('li');
    // Runs while the entry is still in the document. A focus that a neighbor has just passed on caused no event.
    return () => {
      if (entry && (hasFocus.current || entry.contains(document.activeElement))) passFocus(entry);
    };
  }, []);
  return {
    ref: place,
    // React's events also come from the entry's menu, which is elsewhere in the document.
    onFocus: () => void (hasFocus.current = true),
    onBlur: () => void (hasFocus.current = false),
  };
}

function passFocus(entry: Element): void {
  const neighbor = entry.nextElementSibling ?? entry.previousElementSibling;
  const title = entry.closest('section, main')?.querySelector<HTMLElement>('h1, h2, h3');
  title?.setAttribute('tabindex', '-1');
  (neighbor?.querySelector('button') ?? title)?.focus({ preventScroll: true });
}
