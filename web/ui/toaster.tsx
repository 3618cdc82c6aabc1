import { type ReactNode, useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { toneGround, toneSign } from './alert.tsx';
import type { Tone } from './alert.tsx';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { LucideIcon } from './icon.tsx';

export type ToastProps = {
  tone?: Tone;
  sign?: LucideIcon;
  /** Takes the place of the sign: an avatar, a coin. */
  start?: ReactNode;
  /** Bold, before the sentence or above it. */
  title?: ReactNode;
  children?: ReactNode;
  /** One thing to do, such as "Undo". */
  action?: { label: ReactNode; onPress: () => void };
  className?: string;
};

/** What a toast looks like; `showToast` puts it on the screen. */
export function ToastCard({ tone = 'success', sign, start, title, children, action, className }: ToastProps) {
  return (
    <div
      className={cx(
        'flex w-[min(var(--toast),100vw-32px)] max-w-full items-center gap-3 rounded-photo bg-raised px-3.5 py-3 font-work text-13 leading-[1.4] text-ink shadow-e2 inset-ring inset-ring-line',
        className,
      )}
    >
      {start ?? (
        <span className={cx('grid size-9 shrink-0 place-items-center rounded-full', toneGround[tone])}>
          <Icon of={sign ?? toneSign[tone]} size="sm" />
        </span>
      )}
      <p className="min-w-0 flex-1">
        {title !== undefined && <b>{title}</b>} {children}
      </p>
      {action !== undefined && (
        <button
          type="button"
          onClick={action.onPress}
          className="-my-1 -mr-1.5 min-h-9 shrink-0 rounded-pill px-2.5 font-bold text-primary-ink transition-colors hover:bg-primary-soft"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

// Toasts that were shown before their place came to life; they appear with it.
let isThere = false;
const waiting: (() => void)[] = [];

/** Shows a toast for 5 s, or until `dismissToast`. Two with the same `id` are one. */
export function showToast(props: ToastProps & { id?: string; seconds?: number }): void {
  if (isThere) present(props);
  else waiting.push(() => present(props));
}

function present({ id, seconds = 5, action, ...rest }: ToastProps & { id?: string; seconds?: number }): void {
  const pressed = (shown: string | number) =>
    action && {
      label: action.label,
      onPress: () => {
        toast.dismiss(shown);
        action.onPress();
      },
    };
  toast.custom((shown) => <ToastCard {...rest} action={pressed(shown)} />, {
    duration: seconds * 1000,
    ...(id !== undefined && { id }),
  });
}

export function dismissToast(id: string | number) {
  toast.dismiss(id);
}

/** Where toasts appear: under the navigation, so that no bar of actions is covered. Once a page. `label` names the region. */
export function Toaster({ label }: { label: string }) {
  useEffect(() => {
    isThere = true;
    for (const show of waiting.splice(0)) show();
    return () => {
      isThere = false;
    };
  }, []);
  return (
    <Sonner
      containerAriaLabel={label}
      position="top-right"
      gap={10}
      offset={{ top: 80, right: 24 }}
      mobileOffset={{ top: 'calc(68px + env(safe-area-inset-top))', left: 16, right: 16 }}
      style={{ '--width': 'min(var(--toast), 100vw - 32px)' } as React.CSSProperties}
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  );
}
