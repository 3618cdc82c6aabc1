import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';

import { passwordLengthMin } from '../../../contract/accounts/limits.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, inputLook, useControlProps } from '../../ui/field.tsx';
import { Eye, EyeOff, Icon } from '../../ui/icon.tsx';

export interface PasswordFieldProps {
  name: string;
  label: string;
  error: string | undefined;
  kind: 'current' | 'new';
  advice?: boolean;
  aside?: ReactNode;
}

export function PasswordField({ name, label, error, kind, advice, aside }: PasswordFieldProps): ReactElement {
  const say = useSay();
  return (
    <Field
      label={label}
      error={error}
      {...(advice && { help: say('accounts.password-help', { min: passwordLengthMin }) })}
      {...(aside !== undefined && { aside })}
    >
      <PasswordInput
        name={name}
        autoComplete={`${kind}-password`}
        aria-required
        showLabel={say('accounts.password-show')}
        hideLabel={say('accounts.password-hide')}
      />
    </Field>
  );
}

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string };

function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
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
