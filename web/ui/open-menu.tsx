import {
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

import { cx } from './cx.ts';
import { isComposing } from './is-composing.ts';
import { MenuClose, type OpenMenuProps } from './menu-parts.ts';

/** Pixels between the button and the menu, and between the menu and the edge of the window. */
const gap = 8;
const edge = 12;
/** Letters within this time are one word. */
const wordMs = 1000;

/** The list of an open menu. It follows its button, and leaves the page behind it usable. */
export function OpenMenu(props: OpenMenuProps): ReactElement {
  const { button, align = 'end', focusFirst, className, children } = props;
  const menu = useRef<HTMLDivElement>(null);
  const begun = useRef({ word: '', at: 0 });
  const [open, setOpen] = useState(true);
  const gone = useEffectEvent(props.onGone);
  const close = (): void => {
    button.focus({ preventScroll: true });
    setOpen(false);
  };

  useLayoutEffect(() => {
    const list = menu.current;
    if (!list || !open) return undefined;
    const follow = (): void => place(list, button, align);
    follow();
    ((focusFirst && findItems(list)[0]) || list).focus({ preventScroll: true });
    const left = new AbortController();
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal: left.signal });
    window.addEventListener('resize', follow, left);
    listenForLeaving([list, button], () => setOpen(false), left.signal);
    return () => left.abort();
  }, [open, button, align, focusFirst]);

  const toggle = useEffectEvent(() => (open ? close() : setOpen(true)));

  useEffect(() => {
    const press = (event: MouseEvent): void => {
      // Without a fade, the menu is gone before the click arrives at React, which would open it again.
      event.stopPropagation();
      toggle();
    };
    button.addEventListener('click', press);
    return () => button.removeEventListener('click', press);
  }, [button]);

  useEffect(() => {
    if (open) return undefined;
    let again = false;
    const fades = menu.current?.getAnimations().map(({ finished }) => finished) ?? [];
    void Promise.allSettled(fades).then(() => !again && gone());
    return () => void (again = true);
  }, [open]);

  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      inert={!open}
      aria-labelledby={button.id}
      data-state={open ? 'open' : 'closed'}
      onKeyDown={(event) => moveByKey(event, begun.current)}
      className={cx(
        'fixed top-0 left-0 z-50 min-w-52 overflow-y-auto rounded-photo bg-raised p-1.5 text-ink shadow-e2 inset-ring inset-ring-line outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-rise',
        className,
      )}
    >
      <MenuClose value={close}>{children}</MenuClose>
    </div>,
    document.body,
  );
}

/** Calls back on Escape, wherever the focus is, and on a press outside of both elements. */
function listenForLeaving([list, button]: [HTMLElement, HTMLElement], onLeave: () => void, signal: AbortSignal): void {
  const first = { capture: true, signal };
  const press = ({ target, pointerType }: PointerEvent): void => {
    if ([list, button].some((element) => element.contains(target as Node))) return;
    // A finger may begin to scroll, and no click follows.
    if (pointerType === 'mouse') onLeave();
    else document.addEventListener('click', onLeave, { ...first, once: true });
  };
  const escape = (event: globalThis.KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    button.focus({ preventScroll: true });
    onLeave();
  };
  document.addEventListener('pointerdown', press, first);
  document.addEventListener('keydown', escape, first);
}

const findItems = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** Places the list below its button, or above if there is more space and it needs that. */
function place(list: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, scrollHeight: height } = list;
  const below = clientHeight - at.bottom - gap - edge;
  const above = at.top - gap - edge;
  const isAbove = height > below && above > below;
  const left = align === 'end' ? at.right - width : at.left;
  Object.assign(list.style, {
    left: `${Math.max(edge, Math.min(left, clientWidth - edge - width))}px`,
    top: isAbove ? 'auto' : `${at.bottom + gap}px`,
    bottom: isAbove ? `${clientHeight - at.top + gap}px` : 'auto',
    maxHeight: `${isAbove ? above : below}px`,
  });
}

interface Begun {
  word: string;
  at: number;
}

/** Moves the focus by arrows, Home, End, and letters with which an item begins. Tab stays: a menu is one stop. */
function moveByKey(event: KeyboardEvent<HTMLElement>, begun: Begun): void {
  const { key, currentTarget, ctrlKey, altKey, metaKey } = event;
  const items = findItems(currentTarget);
  const now = items.indexOf(document.activeElement as HTMLElement);
  const places: Record<string, number> = {
    ArrowDown: Math.min(now + 1, items.length - 1),
    ArrowUp: now < 0 ? items.length - 1 : Math.max(now - 1, 0),
    Home: 0,
    PageUp: 0,
    End: items.length - 1,
    PageDown: items.length - 1,
    Tab: now,
  };
  const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
  const to = isLetter ? findByLetter(event, items, now, begun) : places[key];
  if (to !== undefined) {
    event.preventDefault();
    items[to]?.focus();
  } else if (key === ' ' && items[now] instanceof HTMLAnchorElement) {
    event.preventDefault();
    items[now].click();
  }
}

/** Finds the place of the next item that begins with the letters typed; a pause begins a new word. */
function findByLetter({ key, timeStamp }: KeyboardEvent, items: HTMLElement[], now: number, begun: Begun): number {
  const isGoingOn = begun.word !== '' && timeStamp - begun.at < wordMs;
  const word = (isGoingOn ? begun.word : '') + key.toLowerCase();
  Object.assign(begun, { word, at: timeStamp });
  const begins = (item: HTMLElement): boolean => item.textContent.trim().toLowerCase().startsWith(word);
  const later = items.findIndex((item, at) => at >= (isGoingOn ? now : now + 1) && begins(item));
  return later >= 0 ? later : items.findIndex(begins);
}
