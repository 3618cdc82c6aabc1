import type { ReactElement } from 'react';
import { Form, Link, redirectDocument, useActionData, useNavigation } from 'react-router';

import { fieldTexts } from '../../platform/calls/errors.ts';
import { type RefusedForm, formAction, submitForm } from '../../platform/pages/form-action.ts';
import { FormAlert } from '../../platform/failure-alert.tsx';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { LinkAwaited, useLink } from '../login-links/mailed-link.tsx';
import { NewPasswordFields, requireSame } from './new-password-fields.tsx';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';

const page = definePage('reset-password-do', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export const action = formAction({
  name: 'resetPassword',
  toInput: ({ token = '', ...fields }) => ({ token, password: requireSame(fields) }),
  done: () => redirectDocument(`${pathTo('login')}?reset`),
});

export const clientAction = submitForm;

/** Sets a new password with the token of a mail (specification, section 8). */
export default function NewPasswordPage(): ReactElement {
  const say = useSay();
  const link = useLink();
  return (
    <AccessFrame title={say('accounts.new-password-title')} lead={say('accounts.new-password-lead')}>
      {link === null ? <LinkAwaited expired={<Expired />} /> : <SetPassword token={link.get('token') ?? ''} />}
    </AccessFrame>
  );
}

function SetPassword({ token }: { token: string }): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedForm>();
  const busy = useNavigation().formAction?.startsWith(pathTo('reset-password-do')) ?? false;
  const failure = refused?.failure;
  const texts = fieldTexts(say, failure);
  const form = useFocusFirstError(refused);
  if (token === '' || failure?.error === 'link.expired') return <Expired />;
  return (
    <>
      <FormAlert failure={failure} />
      <Form ref={form} method="post" action={pathTo('reset-password-do')} noValidate className="grid gap-4">
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields texts={texts} />
        <Button type="submit" wide busy={busy}>
          {say('accounts.new-password-save')}
        </Button>
      </Form>
    </>
  );
}

function Expired(): ReactElement {
  const say = useSay();
  const again = (
    <Link
      to={pathTo('reset-password')}
      className="shrink-0 rounded-small px-1 py-2 font-bold text-current underline underline-offset-3"
    >
      {say('accounts.reset-new-link')}
    </Link>
  );
  return (
    <Alert tone="danger" action={again}>
      {say('errors.link.expired')}
    </Alert>
  );
}
