import type { ReactElement } from 'react';
import { Form, Link, redirect, useActionData, useNavigation, useSearchParams } from 'react-router';

import { resetTokenMinutes } from '../../../contract/accounts/limits.ts';
import { errorText, fieldTexts } from '../../platform/calls/errors.ts';
import { type RefusedForm, formAction, submitForm } from '../../platform/pages/form-action.ts';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Mail } from '../../ui/icon.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { EmailField } from '../address/email-field.tsx';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';

const page = definePage('reset-password', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export const action = formAction({
  name: 'requestPasswordReset',
  toInput: ({ email = '' }) => ({ email: email.trim() }),
  done: () => redirect(`${pathTo('reset-password')}?sent`),
});

export const clientAction = submitForm;

/** Requests the mail with a link to set a new password (specification, section 8). */
export default function ResetPasswordPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const refused = useActionData<RefusedForm>();
  const busy = useNavigation().formAction?.startsWith(pathTo('reset-password')) ?? false;
  const texts = fieldTexts(say, refused?.failure);
  const form = useFocusFirstError(refused);
  const sent = query.has('sent') && !refused;
  return (
    <AccessFrame
      title={say('accounts.reset-title')}
      lead={say('accounts.reset-lead')}
      foot={
        <Link to={pathTo('login')} className="reach font-bold text-primary-ink underline">
          {say('accounts.back-to-log-in')}
        </Link>
      }
    >
      {sent && (
        <Alert tone="success" icon={Mail} title={say('accounts.reset-sent')}>
          {say('accounts.reset-sent-text', { minutes: resetTokenMinutes })}
        </Alert>
      )}
      <Form ref={form} method="post" action={pathTo('reset-password')} noValidate className="grid gap-4">
        {refused?.failure && !texts['email'] && <Alert tone="danger">{errorText(say, refused.failure)}</Alert>}
        <EmailField defaultValue={refused?.typed['email']} error={texts['email']} />
        <Button type="submit" wide variant={sent ? 'second' : 'primary'} busy={busy}>
          {say(sent ? 'accounts.reset-again' : 'accounts.reset-send')}
        </Button>
      </Form>
    </AccessFrame>
  );
}
