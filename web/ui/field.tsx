import { createContext, useContext, useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { CircleAlert, Icon } from './icon.tsx';

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

const FieldContext = createContext<ControlProps | null>(null);

/** The attributes that connect a control to its field's label, help and error; empty outside a field. */
export function useControlProps(): Partial<ControlProps> {
  return useContext(FieldContext) ?? {};
}

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  /** The error and how to fix it. Turns the control red and is read out with it. */
  error?: ReactNode;
  /** Hides the label except from screen readers. */
  labelHidden?: boolean;
  /** At the end of the label's line: a counter, a link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** One control with label, help and error. The controls of `input.tsx` connect themselves. */
export function Field({ label, help, error, labelHidden = false, aside, className, children }: FieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== false && error !== '';
  const helped = help !== undefined && help !== null;
  const describedBy = cx(wrong && `${id}-error`, helped && `${id}-help`) || undefined;
  const control: ControlProps = { id, 'aria-describedby': describedBy, 'aria-invalid': wrong || undefined };
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', labelHidden && !aside && 'sr-only')}>
        <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-13 font-semibold text-ink-2'}>
          {label}
        </label>
        {aside !== undefined && <span className="text-13 text-ink-3">{aside}</span>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {wrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {helped && (
        <p id={`${id}-help`} className="text-13 text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}

/** The error message under a control, with an icon, because color must never be the only cue. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-13 font-semibold text-danger">
      <Icon of={CircleAlert} size="sm" className="mt-px" />
      <span>{children}</span>
    </p>
  );
}
