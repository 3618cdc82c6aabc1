import { type ReactNode, useId } from 'react';

import { cx } from './cx.ts';
import { type ChoiceProps, FieldError, GroupLabel } from './field.tsx';

type RadioCard<Value extends string> = {
  value: Value;
  title: ReactNode;
  detail?: ReactNode;
  start?: ReactNode;
  end?: ReactNode;
  /** A line attached to the lower edge, outside of the option's name. */
  foot?: ReactNode;
  disabled?: boolean;
  className?: string;
};

export type RadioCardsProps<Value extends string> = ChoiceProps<Value> & {
  options: readonly RadioCard<Value>[];
  /** `speak` sets titles in Vollkorn 20, as for bundles; `work` is the quieter card of payment methods. */
  voice?: 'speak' | 'work';
  labelLoud?: boolean;
  grid?: string;
};

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, labelHidden, labelLoud, options, voice = 'work', grid, error, className, ...choice } = props;
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className={cx('min-w-0', className)}>
      <GroupLabel hidden={labelHidden} loud={labelLoud}>
        {label}
      </GroupLabel>
      <div className={cx('grid gap-2.5', grid)}>
        {options.map((option) => (
          <OneCard key={option.value} option={option} voice={voice} choice={choice} />
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

const card =
  'relative flex cursor-pointer items-center gap-3.5 bg-surface inset-ring inset-ring-line transition-[box-shadow,background-color] hover:inset-ring-line-strong ' +
  'has-checked:inset-ring-2 has-checked:inset-ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus ' +
  'has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-ink-3';

type OneCardProps<Value extends string> = {
  option: RadioCard<Value>;
  voice: 'speak' | 'work';
  choice: Pick<ChoiceProps<Value>, 'name' | 'value' | 'defaultValue' | 'onChange' | 'required'>;
};

function OneCard<Value extends string>({ option, voice, choice }: OneCardProps<Value>) {
  const { name, value, defaultValue, onChange, required } = choice;
  const loud = voice === 'speak';
  const label = (
    <label
      className={cx(
        card,
        loud
          ? 'rounded-photo p-4 has-checked:shadow-e2 max-[359px]:gap-2 max-[359px]:px-3 max-[359px]:py-2.5'
          : 'h-full min-h-13 rounded-input px-3.5 py-2',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        required={required}
        disabled={option.disabled}
        checked={value === undefined ? undefined : value === option.value}
        defaultChecked={value === undefined ? defaultValue === option.value : undefined}
        onChange={() => onChange?.(option.value)}
        className="size-5.5 shrink-0 [@media(height>=24rem)]:scroll-mt-32 cursor-[inherit] appearance-none rounded-full bg-surface inset-ring-[1.5px] inset-ring-line-strong outline-none checked:inset-ring-[6.5px] checked:inset-ring-primary focus-visible:ring-offset-0"
      />
      {option.start}
      <span className="min-w-0 flex-1">
        <span className={cx('block', loud ? 'speak text-20' : 'text-13 leading-tight font-semibold')}>
          {option.title}
        </span>
        {option.detail !== undefined && (
          <span className="block text-13 text-ink-2 max-[359px]:text-12">{option.detail}</span>
        )}
      </span>
      {option.end !== undefined && <span className="shrink-0 text-right">{option.end}</span>}
    </label>
  );
  return (
    <div className={option.className}>
      {label}
      {option.foot !== undefined && (
        <div className="-mt-4 rounded-b-photo bg-secondary-soft px-4 pt-5.5 pb-1.5 text-12 text-on-secondary-soft">
          {option.foot}
        </div>
      )}
    </div>
  );
}
