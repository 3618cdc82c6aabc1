import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import { isPasskeyOld } from '../../../contract/accounts/passkey-age.ts';
import { freshLoginMinutes } from '../../../contract/accounts/limits.ts';
import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { CallError } from '../../platform/calls/call.ts';
import { fieldTexts } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { passkeysQuery } from '../accounts-queries.ts';
import { PasswordField } from './password-field.tsx';

function refusedBy(error: unknown): string | undefined {
  return error instanceof CallError ? error.body.fields?.['password'] : undefined;
}

/**
 * Returns the refusal that makes a form show its password field until the form succeeds; null while none is asked for.
 */
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

export function passwordIn(fields: FormData): { password?: string } {
  const password = fields.get('password');
  return typeof password === 'string' && password !== '' ? { password } : {};
}

/** True if a login with any of a member's passkeys replaces the password. */
export function canPasskeyReplacePassword(passkeys: readonly Pick<Passkey, 'created'>[], now = new Date()): boolean {
  return passkeys.length > 0 && passkeys.every(({ created }) => isPasskeyOld(new Date(created), now));
}

export function OrPasskey(): ReactElement | null {
  const say = useSay();
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  if (!canPasskeyReplacePassword(passkeys)) return null;
  return <p className="text-13 text-ink-3">{say('access.or-passkey', { minutes: freshLoginMinutes })}</p>;
}
