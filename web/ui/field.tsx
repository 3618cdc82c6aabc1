import { type ComponentProps, type ReactNode, createContext, useContext, useId } from 'react';

import { cx } from './cx.ts';
import { ChevronDown, CircleAlert, Icon } from './icon.tsx';

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

const FieldContext = createContext<ControlProps | null>(null);

/** Returns the attributes that connect a control to its field's label, help and error; empty outside a field. */
export function useControlProps(): Partial<ControlProps> {
  return useContext(FieldContext) ?? {};
}

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** The controls below connect themselves to their field. */
export function Field({ label, help, error, aside, className, children }: FieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== false && error !== '';
  const helped = help !== undefined && help !== null;
  const describedBy = cx(wrong && `${id}-error`, helped && `${id}-help`) || undefined;
  const control: ControlProps = { id, 'aria-describedby': describedBy, 'aria-invalid': wrong || undefined };
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 *:col-span-2', className)}>
      <label htmlFor={id} className="col-span-1! text-13 font-semibold text-ink-2">
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {/* Beside the label, but after the control for the keyboard, which goes from one field to the next. */}
      {aside !== undefined && (
        <span className="col-span-1! col-start-2! row-start-1 self-baseline text-13 text-ink-3">{aside}</span>
      )}
      {wrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {helped && (
        <p id={`${id}-help`} className="text-13 text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}

/** Shows an icon, because color must never be the only cue. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    // An alert, because an error after Enter moves no focus: the field has it already.
    <p id={id} role="alert" className="flex items-start gap-1.5 text-13 font-semibold text-danger">
      <Icon of={CircleAlert} size="sm" className="mt-px" />
      <span>{children}</span>
    </p>
  );
}

/** The look of fields. Text is 16 px on phones, because iOS zooms the page for anything smaller. */
export const inputLook =
  'block w-full min-h-12 rounded-input bg-surface px-3.75 py-2.75 text-[1rem] leading-normal md:text-15 md:leading-normal text-ink inset-ring inset-ring-line-strong transition-[box-shadow] hover:inset-ring-ink-3 focus-visible:inset-ring-2 focus-visible:inset-ring-primary focus-visible:outline-offset-2 aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 disabled:inset-ring-line';

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input {...rest} {...useControlProps()} type={type} className={cx(inputLook, 'read-only:bg-sunken', className)} />
  );
}

/** A multi-line text input; grows with its text, up to the caller's `max-h-*`. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      {...useControlProps()}
      rows={rows}
      className={cx(inputLook, 'field-sizing-content max-h-80 min-h-24 resize-y', className)}
    />
  );
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select {...rest} {...useControlProps()} className={cx(inputLook, 'appearance-none truncate pr-11')}>
        {children}
      </select>
      <Icon of={ChevronDown} size="sm" className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2" />
    </span>
  );
}

export type ChoiceProps<Value extends string> = {
  label: ReactNode;
  labelHidden?: boolean;
  name: string;
  /** Pass `value` with `onChange` for a controlled choice, `defaultValue` to leave it to the form. */
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  required?: boolean;
  error?: ReactNode;
  className?: string;
};

export interface GroupLabelProps {
  hidden?: boolean | undefined;
  loud?: boolean | undefined;
  children: ReactNode;
}

export function GroupLabel({ hidden = false, loud = false, children }: GroupLabelProps) {
  const look = loud ? 'mb-3 speak text-20' : 'mb-1.5 text-13 font-semibold text-ink-2';
  return <legend className={hidden ? 'sr-only' : look}>{children}</legend>;
}
