import { type ReactElement, useState } from 'react';

import { CallError } from '../platform/call.ts';
import { fieldTexts } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { PasswordField } from './password-field.tsx';

function refusedBy(error: unknown): string | undefined {
  return error instanceof CallError ? error.body.fields?.['password'] : undefined;
}

/** The refusal that makes a form show its password field until the form succeeds; null while none is asked for. */
export function useAsksPassword({ error, isSuccess }: { error: Error | null; isSuccess: boolean }): Error | null {
  const [asked, setAsked] = useState<Error | null>(null);
  if (asked === null && refusedBy(error) !== undefined) setAsked(error);
  if (asked !== null && isSuccess) setAsked(null);
  return asked;
}

/** The member's password, for actions for which a session alone is not enough. Not asked for after a fresh login. */
export function OwnPassword({ asks, error }: { asks: Error | null; error: Error | null }): ReactElement | null {
  const say = useSay();
  if (asks === null) return null;
  // The first "missing" refusal is a question, not a mistake of the member.
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

/** The typed password, or nothing if the form did not ask. */
export function passwordIn(fields: FormData): { password?: string } {
  const password = fields.get('password');
  return typeof password === 'string' && password !== '' ? { password } : {};
}
