import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactElement } from 'react';

import { call } from '../../platform/calls/call.ts';
import { fieldTexts } from '../../platform/calls/errors.ts';
import { FormAlert } from '../../platform/failure-alert.tsx';
import { type User, userQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { isRefused } from '../alerts/account-alerts.ts';
import { ResendActivation } from '../address/resend-activation.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChevronDown, Icon, Mail } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { passkeysQuery } from '../accounts-queries.ts';
import { ChangeEmail } from '../address/change-email.tsx';
import { NewPasswordFields, requireSame } from '../passwords/new-password-fields.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSuggestedEmail } from '../address/suggest-email.ts';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';

export function EmailSettings({ user }: { user: User }): ReactElement {
  const say = useSay();
  const { email, email_asked: asked, status } = user;
  const isConfirmed = status !== 'not_confirmed';
  const refused = isRefused(user);
  const meant = useSuggestedEmail(refused ? (asked ?? email) : null);
  return (
    <SettingsSection title={say('accounts.email')}>
      <p className="font-semibold wrap-anywhere">{email}</p>
      {isConfirmed && <p className="text-13 text-ink-3">{say('accounts.email-confirmed')}</p>}
      {(asked !== null || !isConfirmed || refused) && (
        <Alert icon={Mail} className="wrap-anywhere">
          {refused
            ? say('shell.confirm-refused', { email: asked ?? email })
            : asked === null
              ? say('accounts.email-unconfirmed')
              : say('access.email-asked', { email: asked })}{' '}
          {!isConfirmed && !refused && <ResendActivation />}
        </Alert>
      )}
      <ChangeEmail meant={meant}>
        {(open) => (
          <Button variant="second" className="justify-self-start" onClick={open}>
            {say('access.email-change')}
          </Button>
        )}
      </ChangeEmail>
    </SettingsSection>
  );
}

/** Changes the password, which logs out all other devices and removes the passkeys (specification, section 5). */
export function PasswordSettings(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: async (fields: Record<string, string>) =>
      call('changePassword', { old_password: fields['old_password'] ?? '', new_password: requireSame(fields) }),
    onSuccess: async () => {
      form.current?.reset();
      const folded = form.current?.closest('details');
      folded?.querySelector('summary')?.focus();
      folded?.removeAttribute('open');
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      showToast({ children: say('accounts.password-changed') });
    },
  });
  const form = useFocusFirstError(saving.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    saving.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  const texts = fieldTexts(say, saving.error);
  return (
    <SettingsSection title={say('accounts.password')} lead={say('accounts.password-lead')}>
      <details className="group">
        <summary className="flex min-h-11 items-center justify-between gap-4 rounded-small font-semibold text-primary-ink">
          {say('accounts.new-password-title')}
          <Icon of={ChevronDown} size="sm" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
        </summary>
        <form ref={form} method="post" noValidate onSubmit={submit} className="mt-3 grid gap-4">
          <FormAlert failure={saving.error} />
          {/* Tells password managers which account this is. */}
          <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
          <PasswordField
            name="old_password"
            kind="current"
            label={say('accounts.old-password')}
            error={texts['old_password']}
          />
          <NewPasswordFields texts={texts} />
          <Button type="submit" busy={saving.isPending} className="justify-self-start">
            {say('accounts.new-password-save')}
          </Button>
        </form>
      </details>
    </SettingsSection>
  );
}
