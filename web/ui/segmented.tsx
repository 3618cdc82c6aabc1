import { type ReactNode, useId } from 'react';

import { cx } from './cx.ts';
import { type ChoiceProps, FieldError, GroupLabel } from './field.tsx';

export type SegmentedProps<Value extends string> = ChoiceProps<Value> & {
  options: readonly { value: Value; label: ReactNode }[];
};

/** Two to four short choices side by side: radio buttons in one frame, usable by arrow keys and without JavaScript. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, labelHidden, name, value, defaultValue, onChange, required, error, options, className } = props;
  const errorId = useId();
  const wrong = error !== undefined && error !== null && error !== '';
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={wrong ? errorId : undefined}
      aria-invalid={wrong || undefined}
      className={cx('min-w-0', className)}
    >
      <GroupLabel hidden={labelHidden}>{label}</GroupLabel>
      {/* Before a choice, each option looks like a button: gray on gray would look disabled. */}
      <div className="group/choice segments">
        {options.map((option) => (
          <label
            key={option.value}
            className="reach segment group-not-has-checked/choice:bg-surface group-not-has-checked/choice:text-ink group-not-has-checked/choice:inset-ring group-not-has-checked/choice:inset-ring-line-strong"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              required={required}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={() => onChange?.(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      {wrong && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
