import { type ReactElement, useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';

import { toneGround, toneIcon } from './alert.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { Icon, X } from './icon.tsx';
import { type Toast, openPlace } from './toast.ts';

function ToastCard({ tone = 'success', icon, start, title, mark, children, action }: Toast): ReactElement {
  return (
    <div className="flex w-[min(var(--toast),100vw-32px)] max-w-full items-center gap-3 rounded-photo bg-raised px-3.5 py-3 font-work text-13 leading-[1.4] text-ink shadow-e2 inset-ring inset-ring-line">
      {start ?? (
        <span className={cx('grid size-9 shrink-0 place-items-center rounded-full', toneGround[tone])}>
          <Icon of={icon ?? toneIcon[tone]} size="sm" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        {title !== undefined && <b className="block wrap-anywhere">{title}</b>}
        {mark}
        <p className="wrap-anywhere">{children}</p>
      </div>
      {action !== undefined && (
        <button
          type="button"
          onClick={action.onPress}
          className="reach -my-1 -mr-1.5 min-h-9 shrink-0 rounded-pill px-2.5 font-bold text-primary-ink transition-colors hover:bg-primary-soft"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

/** An offer: it waits until it is taken, put off or closed. */
function OfferCard(props: Toast & { onClose: () => void }): ReactElement {
  const { icon, start, title, children, action, offer, onClose } = props;
  return (
    <div className="grid w-[min(var(--toast),100vw-32px)] max-w-full gap-3 rounded-card bg-raised p-4 font-work text-13 leading-[1.4] text-ink shadow-e3 inset-ring inset-ring-line">
      <div className="flex items-start gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-photo bg-secondary-soft text-on-secondary-soft">
          {start ?? <Icon of={icon ?? toneIcon.info} />}
        </span>
        <div className="min-w-0 flex-1">
          <b className="block text-15 leading-snug wrap-anywhere">{title}</b>
          <p className="mt-1 wrap-anywhere text-ink-2">{children}</p>
        </div>
        <button
          type="button"
          aria-label={offer?.close}
          onClick={onClose}
          className="reach -mt-2 -mr-2 grid size-9 shrink-0 place-items-center rounded-full transition-colors hover:bg-primary-soft"
        >
          <Icon of={X} size="sm" />
        </button>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="plain" size="sm" onClick={onClose}>
          {offer?.later}
        </Button>
        {action && (
          <Button size="sm" onClick={action.onPress}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}

function show({ id, seconds = 5, action, ...rest }: Toast): void {
  const buildAction = (shown: string | number): Pick<Toast, 'action'> =>
    action
      ? {
          action: {
            label: action.label,
            onPress: () => {
              toast.dismiss(shown);
              action.onPress();
            },
          },
        }
      : {};
  const named = id === undefined ? {} : { id };
  if (rest.offer)
    toast.custom((shown) => <OfferCard {...rest} {...buildAction(shown)} onClose={() => toast.dismiss(shown)} />, {
      ...named,
      duration: Infinity,
      position: 'bottom-right',
    });
  else toast.custom((shown) => <ToastCard {...rest} {...buildAction(shown)} />, { ...named, duration: seconds * 1000 });
}

const firstToastMs = 100;

/** Toasts at the top, so that they cover no action bar, and on phones no title; offers below. Mounted once per page. */
export function Toaster({ label }: { label: string }): ReactElement {
  useEffect(() => {
    const place = { show, dismiss: (id: string) => void toast.dismiss(id) };
    // Screen readers skip a region that arrives with its text.
    const timer = setTimeout(openPlace, firstToastMs, place);
    return () => {
      clearTimeout(timer);
      openPlace(null);
    };
  }, []);
  return (
    <Sonner
      containerAriaLabel={label}
      position="top-right"
      gap={10}
      offset={{ top: 80, right: 24, bottom: 24 }}
      mobileOffset={{ top: 'var(--toast-top)', bottom: 'var(--toast-bottom)', left: 16, right: 16 }}
      style={{ '--width': 'min(var(--toast), 100vw - 32px)' } as React.CSSProperties}
      toastOptions={{ unstyled: true, className: 'w-full' }}
    />
  );
}
