import type { ReactElement, ReactNode } from 'react';

import { passwordLengthMin } from '../../contract/limits.ts';
import { useSay } from '../sentences.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

export interface PasswordFieldProps {
  name: string;
  label: string;
  error: string | undefined;
  /** A password of today, which the browser may fill in, or one that is being chosen. */
  kind: 'current' | 'new';
  /** What a good password is, for the first field of a new one. */
  advice?: boolean;
  aside?: ReactNode;
}

/** A password with its label, its eye and what is wrong with it. */
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
