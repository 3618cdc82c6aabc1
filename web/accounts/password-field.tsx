import type { ReactElement, ReactNode } from 'react';

import { passwordLengthMin } from '../../contract/accounts/limits.ts';
import { useSay } from '../platform/sentences.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

export interface PasswordFieldProps {
  name: string;
  label: string;
  error: string | undefined;
  /** Whether the browser may fill in the current password, or suggest a new one. */
  kind: 'current' | 'new';
  /** Shows advice, for the first field of a new password. */
  advice?: boolean;
  aside?: ReactNode;
}

/** A password field with label, toggle and error. */
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
