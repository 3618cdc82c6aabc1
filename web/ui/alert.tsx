import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { CircleAlert, Check, Flame, Icon, Info, X, type LucideIcon } from './icon.tsx';

export type Tone = 'info' | 'success' | 'danger' | 'lit';

export const toneGround: Record<Tone, string> = {
  info: 'bg-primary-soft text-on-primary-soft',
  success: 'bg-success-soft text-on-success-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  lit: 'bg-secondary-soft text-on-secondary-soft',
};

export const toneIcon: Record<Tone, LucideIcon> = { info: Info, success: Check, danger: CircleAlert, lit: Flame };

export type AlertProps = {
  tone?: Tone;
  icon?: LucideIcon;
  start?: ReactNode;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  dismissLabel?: string | undefined;
  onDismiss?: () => void;
  /** The name under which the alert can be dismissed for good. */
  name?: string;
  className?: string;
};

/** `danger` interrupts screen readers, other tones wait for a pause. */
export function Alert({ tone = 'info', className, ...rest }: AlertProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-center gap-3 rounded-photo px-4 py-3 text-13', toneGround[tone], className)}
    >
      <Inside tone={tone} {...rest} />
    </div>
  );
}

export function Banner({ tone = 'info', className, name, ...rest }: AlertProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      data-alert={name}
      className={cx('text-13', toneGround[tone], className)}
    >
      <div className="mx-auto flex min-h-11 w-full max-w-page items-center gap-3 px-4 py-2 md:px-8">
        <Inside tone={tone} {...rest} />
      </div>
    </div>
  );
}

function Inside(props: Omit<AlertProps, 'className' | 'tone'> & { tone: Tone }) {
  const { tone, icon = toneIcon[tone], start, title, children, action, dismissLabel, onDismiss } = props;
  return (
    <>
      {start ?? <Icon of={icon} size="sm" className={cx(title !== undefined && 'mt-0.5 self-start')} />}
      {/* On phones, an action that would squeeze the sentence wraps below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          {title !== undefined && <p className="text-15 leading-snug font-bold text-balance">{title}</p>}
          {children}
        </div>
        {action}
      </div>
      {dismissLabel !== undefined && (
        <button
          type="button"
          aria-label={dismissLabel}
          onClick={onDismiss}
          className="reach -my-1.5 -mr-2 grid size-9 shrink-0 place-items-center rounded-full transition-colors hover:bg-current/10"
        >
          <Icon of={X} size="sm" />
        </button>
      )}
    </>
  );
}
