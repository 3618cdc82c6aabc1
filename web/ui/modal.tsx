import {
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { DataRouter } from 'react-router';

import { focusFirst, hideOthers, holdFocus } from './hold-focus.ts';
import { isComposing } from './is-composing.ts';
import { useDataRouter } from './use-data-router.ts';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  titleClass: string;
  /** The id of a description within. */
  describedBy?: string | undefined;
  /** Neither Escape nor a press outside closes the dialog. */
  sticky?: boolean;
  /** The look of the ground behind the panel; a press on it closes the dialog. */
  ground?: string;
  /** Gives the initial focus to the panel instead of the first control. */
  focusPanel?: boolean;
  className: string;
  onClick?: MouseEventHandler<HTMLElement>;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  children: ReactNode;
}

/**
 * A dialog that holds the focus, which returns to where it was when the dialog opened. Going back closes the dialog and
 * keeps the page, without a history entry: a close watcher hears the back key. Without one, or if back is a history
 * navigation, a router blocker closes the dialog.
 */
export function Modal(props: ModalProps) {
  const { open } = props;
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  return present ? <Panel {...props} onGone={() => setPresent(false)} /> : null;
}

function Panel(props: ModalProps & { onGone: () => void }) {
  const { open, title, titleClass, describedBy, sticky = false, ground, focusPanel, className, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const router = useDataRouter();
  // Read before a field within takes the focus by itself.
  const [opener] = useState(() => document.activeElement);
  const close = useEffectEvent(() => props.onOpenChange(false));
  const gone = useEffectEvent(props.onGone);
  const escape = useEffectEvent((event: KeyboardEvent) => {
    // Also where it closes nothing: a close watcher would.
    event.preventDefault();
    if (!sticky && !isComposing(event)) close();
  });

  // An effect after the first frame would be late: the focus already belongs to the dialog then.
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || !open) return undefined;
    const unregister = registerModal(router, { close: () => close(), onEscape: (event) => escape(event) });
    const release = holdFocus(element, unregister.isTop);
    const show = hideOthers(element);
    if (focusPanel) element.focus({ preventScroll: true });
    else if (!element.contains(document.activeElement)) focusFirst(element);
    return () => {
      unregister();
      release();
      show();
      // The element that has the focus is gone only after this.
      setTimeout(() => opener instanceof HTMLElement && opener.focus({ preventScroll: true }));
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the initial focus depends on `focusPanel`
  }, [open, router, opener]);

  useEffect(() => {
    if (open) return undefined;
    let again = false;
    const fades = panel.current?.getAnimations().map(({ finished }) => finished) ?? [];
    void Promise.allSettled(fades).then(() => !again && gone());
    return () => void (again = true);
  }, [open]);

  /** Tells events of this panel from those of dialogs that it renders: React passes these on, too. */
  const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean => currentTarget.contains(target as Node);
  const state = open ? 'open' : 'closed';
  return createPortal(
    <>
      {ground !== undefined && (
        <div
          role="presentation"
          data-state={state}
          className={ground}
          onClick={() => !sticky && props.onOpenChange(false)}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and presses of its controls */}
      <div
        ref={panel}
        role="dialog"
        tabIndex={-1}
        inert={!open}
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        data-state={state}
        onClick={(event) => isOwn(event) && props.onClick?.(event)}
        onKeyDown={(event) => isOwn(event) && props.onKeyDown?.(event)}
        className={className}
      >
        <h2 id={titleId} className={titleClass}>
          {title}
        </h2>
        {children}
      </div>
    </>,
    document.body,
  );
}

declare global {
  interface Window {
    /** Receives close requests such as Android's back key; not available in Safari. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

interface OpenModal {
  close: () => void;
  onEscape: (event: KeyboardEvent) => void;
}

/** All open modals, the lowest first. */
const open: OpenModal[] = [];

const hearEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') open.at(-1)?.onEscape(event);
};

/**
 * Keeps the page from scrolling under modals. An overlay that does so by inherited properties of the body makes the
 * browser derive the styles of the whole page again: 80 ms on a phone, 5 ms for these two.
 */
function hold(held: boolean): void {
  const { style, clientWidth } = document.documentElement;
  style.scrollbarGutter = held && window.innerWidth > clientWidth ? 'stable' : '';
  style.overflow = held ? 'hidden' : '';
}

/** A router has one blocker at a time. */
const blocker = 'modal';

/**
 * Registers an open modal: back key, history navigation and Escape go to the top one until the returned function is
 * called.
 */
function registerModal(router: DataRouter | undefined, modal: OpenModal): (() => void) & { isTop: () => boolean } {
  if (open.push(modal) === 1) {
    hold(true);
    document.addEventListener('keydown', hearEscape, true);
  }
  router?.getBlocker(blocker, ({ historyAction }) => {
    if (historyAction !== 'POP') return false;
    open.at(-1)?.close();
    return true;
  });
  // With a close watcher, the back key causes no history navigation.
  const watcher = window.CloseWatcher ? new window.CloseWatcher() : null;
  watcher?.addEventListener('close', modal.close);
  const unregister = (): void => {
    open.splice(open.indexOf(modal), 1);
    watcher?.destroy();
    if (open.length > 0) return;
    hold(false);
    document.removeEventListener('keydown', hearEscape, true);
    router?.deleteBlocker(blocker);
  };
  return Object.assign(unregister, { isTop: () => open.at(-1) === modal });
}
