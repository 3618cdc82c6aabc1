import { type ReactElement, useState } from 'react';

import { CallError } from '../call.ts';
import { fieldTexts } from '../errors.ts';
import { useSay } from '../sentences.tsx';
import { PasswordField } from './password-field.tsx';

function refusedBy(error: unknown): string | undefined {
  return error instanceof CallError ? error.body.fields?.['password'] : undefined;
}

/** Whether a form shows its field for the password: from the moment on at which the server asks for it. */
export function useAsksPassword(error: unknown): boolean {
  const [asked, setAsked] = useState(false);
  if (!asked && refusedBy(error) !== undefined) setAsked(true);
  return asked;
}

/** The member's password for what a session alone is not enough for. After a fresh login nobody is asked. */
export function OwnPassword({ asks, error }: { asks: boolean; error: unknown }): ReactElement | null {
  const say = useSay();
  if (!asks) return null;
  return (
    <>
      <p className="text-ink-2">{say('access.own-password-lead')}</p>
      <PasswordField
        name="password"
        kind="current"
        label={say('access.own-password')}
        error={refusedBy(error) === 'field.missing' ? undefined : fieldTexts(say, error)['password']}
      />
    </>
  );
}

/** What was typed there; nothing where nobody was asked. */
export function passwordIn(fields: FormData): { password?: string } {
  const password = fields.get('password');
  return typeof password === 'string' && password !== '' ? { password } : {};
}
