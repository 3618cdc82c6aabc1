import type { ReactElement } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  redirectDocument,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router';

import { errorText, fieldTexts } from '../platform/errors.ts';
import { type FormAnswer, type RefusedForm, keepForm, runForm } from '../platform/form-action.ts';
import { definePage, safeNext } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/input.tsx';
import { AccessFrame } from './access-frame.tsx';
import { markPasswordLogin } from './password-login.ts';
import { PasskeyLogin } from './passkey-login.tsx';
import { PasswordField } from './password-field.tsx';
import { signupPath } from './signup-path.ts';
import { useFocusFirstError } from './use-focus-first-error.ts';

const page = definePage('login', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export async function action(args: ActionFunctionArgs): Promise<FormAnswer> {
  return runForm(args, {
    name: 'logIn',
    toInput: ({ login = '', password = '' }) => ({ login: login.trim(), password }),
    done: (_answer, { next = '' }) => redirectDocument(safeNext(next, pathTo('members'))),
  });
}

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  markPasswordLogin(true);
  const refused = await keepForm(args);
  markPasswordLogin(false);
  return refused;
}

/** Login with email address or username. `?next=` is the path to continue to. */
export default function LoginPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const next = safeNext(query.get('next'), '');
  const carried = useCarriedSource();
  return (
    <AccessFrame
      title={say('accounts.log-in-title')}
      lead={say('accounts.log-in-lead')}
      foot={
        <Rich
          id="accounts.no-account"
          components={{
            link: (
              <Link to={withSource(signupPath(next), carried)} className="reach font-bold text-primary-ink underline" />
            ),
          }}
        />
      }
    >
      {query.has('reset') && <Alert tone="success">{say('accounts.password-set')}</Alert>}
      {query.has('confirmed') && <Alert tone="success">{say('accounts.confirmed-log-in')}</Alert>}
      <LoginForm next={next} />
      <PasskeyLogin next={next} />
    </AccessFrame>
  );
}

function LoginForm({ next }: { next: string }): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedForm>();
  const busy = useNavigation().formAction?.startsWith(pathTo('login')) ?? false;
  const texts = fieldTexts(say, refused?.failure);
  const form = useFocusFirstError(refused);
  return (
    <Form ref={form} method="post" noValidate className="grid gap-4">
      {refused?.failure && (
        <Alert tone="danger" action={refused.failure.error === 'login.slowed' && <NewPasswordLink />}>
          {errorText(say, refused.failure)}
          {refused.failure.error === 'account.banned' && ` ${say('accounts.banned-letter')}`}
        </Alert>
      )}
      <input type="hidden" name="next" value={next} />
      <Field label={say('accounts.login')} error={texts['login']}>
        <TextInput
          name="login"
          // Browsers offer passkeys in fields for usernames.
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          aria-required
          defaultValue={refused?.typed['login']}
        />
      </Field>
      <PasswordField
        name="password"
        kind="current"
        label={say('accounts.password')}
        error={texts['password']}
        aside={
          <Link
            to={pathTo('reset-password')}
            className="-my-[13px] inline-block py-[13px] font-semibold text-primary-ink underline"
          >
            {say('accounts.forgot')}
          </Link>
        }
      />
      <Button type="submit" wide busy={busy} busyLabel={say('accounts.logging-in')}>
        {say('accounts.log-in')}
      </Button>
    </Form>
  );
}

/** The alternative while logins are throttled: a new password, set by email, logs in regardless. */
function NewPasswordLink(): ReactElement {
  const say = useSay();
  return (
    <Link to={pathTo('reset-password')} className="reach font-bold underline">
      {say('accounts.new-password-title')}
    </Link>
  );
}
