import type { ReactElement } from 'react';

import { CallError } from '../../platform/calls/call.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { PasswordField } from './password-field.tsx';

/** Returns the password. Throws password.different for the second field if the two differ. */
export function requireSame(fields: Record<string, string>): string {
  const { password = '', password_again = '' } = fields;
  if (password === password_again) return password;
  throw new CallError(422, {
    error: 'input.invalid',
    message: '',
    fields: { password_again: 'password.different' },
  });
}

export function NewPasswordFields({ texts }: { texts: Record<string, string> }): ReactElement {
  const say = useSay();
  return (
    <>
      <PasswordField
        name="password"
        kind="new"
        advice
        label={say('accounts.new-password')}
        error={texts['password'] ?? texts['new_password']}
      />
      <PasswordField
        name="password_again"
        kind="new"
        label={say('accounts.password-again')}
        error={texts['password_again']}
      />
    </>
  );
}
