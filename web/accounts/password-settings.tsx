import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactElement } from 'react';

import { call } from '../platform/call.ts';
import { errorText, fieldTexts } from '../platform/errors.ts';
import { userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import { passkeysQuery } from './accounts-queries.ts';
import { NewPasswordFields, sameTwice } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';

/** Changes the password, which logs out all other devices and removes the passkeys (specification, section 5). */
export function PasswordSettings(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: async (fields: Record<string, string>) =>
      call('changePassword', { old_password: fields['old_password'] ?? '', new_password: sameTwice(fields) }),
    onSuccess: async () => {
      form.current?.reset();
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
      <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        {saving.error && Object.keys(texts).length === 0 && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
        {/* Tells password managers which account this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
        <PasswordField
          name="old_password"
          kind="current"
          label={say('accounts.old-password')}
          error={texts['old_password']}
        />
        <NewPasswordFields label={say('accounts.new-password')} texts={texts} />
        <Button type="submit" busy={saving.isPending} className="justify-self-start">
          {say('accounts.new-password-save')}
        </Button>
      </form>
    </SettingsSection>
  );
}
