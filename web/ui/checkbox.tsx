import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';
import { Check, Icon } from './icon.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
};

/** A checkbox, never preselected if it means consent. */
export function Checkbox({ children, help, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== false && error !== '';
  const describedBy = cx(wrong && `${id}-error`, help !== undefined && `${id}-help`) || undefined;
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label className="reach flex min-h-6 cursor-pointer items-start gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-ink-3">
        <span className="relative mt-px grid size-5.5 shrink-0">
          <input
            {...rest}
            type="checkbox"
            aria-describedby={describedBy}
            aria-invalid={wrong || undefined}
            className="peer col-start-1 row-start-1 size-5.5 cursor-[inherit] appearance-none rounded-[7px] bg-surface inset-ring-[1.5px] inset-ring-line-strong transition-[background-color,box-shadow] checked:bg-primary checked:inset-ring-primary aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger disabled:bg-sunken"
          />
          <Icon
            of={Check}
            size="xs"
            className="pointer-events-none invisible col-start-1 row-start-1 place-self-center text-on-primary peer-checked:visible"
          />
        </span>
        <span className="min-w-0">{children}</span>
      </label>
      {wrong && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help !== undefined && (
        <p id={`${id}-help`} className="pl-8 text-13 text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}
