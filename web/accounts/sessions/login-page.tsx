import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  redirectDocument,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router';

import { passkeyMinutes } from '../../../contract/accounts/limits.ts';
import { errorText, fieldTexts } from '../../platform/calls/errors.ts';
import { type RefusedForm, formAction, submitForm } from '../../platform/pages/form-action.ts';
import { useIsHydrated } from '../../platform/pages/hydrated.ts';
import { definePage, safeNext } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { useCarriedSource, withSource } from '../../sources/visitor-source.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Icon, KeyRound } from '../../ui/icon.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';
import { hasPasskeys, offersPasskeys } from '../passkeys/passkey-ability.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { markPasswordLogin } from './password-login.ts';
import { signupPath } from '../../shell/signup-flow.ts';

const page = definePage('login', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export const action = formAction({
  name: 'logIn',
  toInput: ({ login = '', password = '' }) => ({ login: login.trim(), password }),
  done: (_result, { next = '' }) => redirectDocument(safeNext(next, pathTo('members'))),
});

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  markPasswordLogin(true);
  const refused = await submitForm(args);
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
          {refused.failure.error === 'account.banned' && ` ${say('accounts.banned-mail')}`}
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

/** The alternative while logins are throttled: a new password, set by mail, logs in regardless. */
function NewPasswordLink(): ReactElement {
  const say = useSay();
  return (
    <Link to={pathTo('reset-password')} className="reach font-bold underline">
      {say('accounts.new-password-title')}
    </Link>
  );
}

// Loaded only when a passkey is used.
const loadPasskeys = () => import('../passkeys/passkey-here.ts');

/** The time after which a challenge is renewed: a minute before it expires. */
const offerEveryMs = (passkeyMinutes - 1) * 60_000;

export function PasskeyLogin({ next }: { next: string }): ReactElement | null {
  const say = useSay();
  const isHydrated = useIsHydrated();
  const enter = async (how: 'asked' | 'offered'): Promise<boolean> => {
    const isIn = await (await loadPasskeys()).enterByPasskey(how);
    // A full page load, as after a login by password, drops all of the visitor's state.
    if (isIn) location.assign(next || pathTo('members'));
    return isIn;
  };
  const offered = useMutation({ mutationFn: () => enter('offered') });
  const asked = useMutation({
    mutationFn: () => enter('asked'),
    onSettled: (isIn) => void (isIn || offered.mutate()),
  });
  const offer = useEffectEvent(async () => {
    if (!asked.isPending && document.visibilityState === 'visible' && (await offersPasskeys())) offered.mutate();
  });
  useEffect(() => {
    void offer();
    const timer = setInterval(() => void offer(), offerEveryMs);
    return () => {
      clearInterval(timer);
      void loadPasskeys().then(({ stopAsking }) => stopAsking());
    };
  }, []);
  if (isHydrated && !hasPasskeys()) return null;
  const error = asked.error ?? offered.error;
  return (
    <div className="grid gap-4 unscripted:hidden">
      {error && <Alert tone="danger">{errorText(say, error)}</Alert>}
      <Button variant="second" wide busy={asked.isPending || asked.data === true} onClick={() => asked.mutate()}>
        <Icon of={KeyRound} size="sm" />
        {say('accounts.log-in-passkey')}
      </Button>
    </div>
  );
}
