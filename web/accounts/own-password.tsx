import { type ReactElement, useState } from 'react';

import { CallError } from '../call.ts';
import { fieldTexts } from '../errors.ts';
import { useSay } from '../sentences.tsx';
import { PasswordField } from './password-field.tsx';

function refusedBy(error: unknown): string | undefined {
  return error instanceof CallError ? error.body.fields?.['password'] : undefined;
}

/**
 * The refusal since which a form shows its field for the password: the server asks for it, until what the form is for is
 * done. Null as long as nobody is asked.
 */
export function useAsksPassword({ error, isSuccess }: { error: Error | null; isSuccess: boolean }): Error | null {
  const [asked, setAsked] = useState<Error | null>(null);
  if (asked === null && refusedBy(error) !== undefined) setAsked(error);
  if (asked !== null && isSuccess) setAsked(null);
  return asked;
}

/** The member's password for what a session alone is not enough for. After a fresh login nobody is asked. */
export function OwnPassword({ asks, error }: { asks: Error | null; error: Error | null }): ReactElement | null {
  const say = useSay();
  if (asks === null) return null;
  // Nobody has left out what had not been asked for.
  const isQuestion = error === asks && refusedBy(error) === 'field.missing';
  return (
    <>
      <p className="text-ink-2">{say('access.own-password-lead')}</p>
      <PasswordField
        name="password"
        kind="current"
        label={say('access.own-password')}
        error={isQuestion ? undefined : fieldTexts(say, error)['password']}
      />
    </>
  );
}

/** What was typed there; nothing where nobody was asked. */
export function passwordIn(fields: FormData): { password?: string } {
  const password = fields.get('password');
  return typeof password === 'string' && password !== '' ? { password } : {};
}
