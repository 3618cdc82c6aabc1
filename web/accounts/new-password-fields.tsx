import type { ReactElement } from 'react';

import { passwordLengthMin } from '../../contract/limits.ts';
import { CallError } from '../call.ts';
import { useSay } from '../sentences.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

/** The new password of a form, when both fields hold it. Throws password.different as a fault of the second field. */
export function sameTwice(fields: Record<string, string>): string {
  const { password = '', password_again = '' } = fields;
  if (password === password_again) return password;
  throw new CallError(422, {
    error: 'input.invalid',
    message: '',
    fields: { password_again: 'password.different' },
  });
}

/** A new password, typed twice. */
export function NewPasswordFields({ label, texts }: { label: string; texts: Record<string, string> }): ReactElement {
  const say = useSay();
  const eye = { showLabel: say('accounts.password-show'), hideLabel: say('accounts.password-hide') };
  return (
    <>
      <Field
        label={label}
        help={say('accounts.password-help', { min: passwordLengthMin })}
        error={texts['password'] ?? texts['new_password']}
      >
        <PasswordInput name="password" autoComplete="new-password" aria-required {...eye} />
      </Field>
      <Field label={say('accounts.password-again')} error={texts['password_again']}>
        <PasswordInput name="password_again" autoComplete="new-password" aria-required {...eye} />
      </Field>
    </>
  );
}
