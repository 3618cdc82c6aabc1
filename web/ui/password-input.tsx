import { useState } from 'react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { useControlProps } from './field.tsx';
import { Eye, EyeOff, Icon } from './icon.tsx';
import { inputLook } from './input.tsx';

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string };

/** A password that can be revealed. The toggle's label says what pressing it does. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <input
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        {...useControlProps()}
        type={shown ? 'text' : 'password'}
        className={cx(inputLook, 'pr-13', className)}
      />
      <button
        type="button"
        aria-label={shown ? hideLabel : showLabel}
        onClick={() => setShown(!shown)}
        className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-small text-ink-3 transition-colors hover:text-ink"
      >
        <Icon of={shown ? EyeOff : Eye} size="sm" />
      </button>
    </span>
  );
}
