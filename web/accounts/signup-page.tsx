import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Link,
  useActionData,
  useSearchParams,
} from 'react-router';

import { admitsSignUp } from '../../contract/tracking.ts';
import { type FormAnswer, type RefusedForm, keepForm } from '../form-action.ts';
import { profileQuery } from '../members/members-queries.ts';
import { definePage, safeNext } from '../page.ts';
import { settingsQuery } from '../queries.ts';
import { termsQuery } from '../terms-query.ts';
import { pathTo } from '../route-table.ts';
import { Rich, useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Mail } from '../ui/icon.tsx';
import { AccessFrame } from './access-frame.tsx';
import { receiverOf } from './first-message.ts';
import { InviteOnly } from './invite-only.tsx';
import { signUpAction } from './signup-action.ts';
import { keepAbout } from './signup-draft.ts';
import { noteSignup } from './signup-flow.ts';
import { SignupForm } from './signup-form.tsx';
import { useTrafficSource } from './use-traffic-source.ts';

const page = definePage('signup', {
  parts: ['accounts'],
  load: async ({ ensure, url }) => {
    // Without it, the form omits what is coming.
    await ensure(termsQuery).catch(() => undefined);
    const to = receiverOf(url.searchParams.get('next') ?? '');
    // A member who cannot be seen cannot be written to: the form omits the message.
    if (to !== undefined) await ensure(profileQuery(to)).catch(() => undefined);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export async function action(args: ActionFunctionArgs): Promise<FormAnswer> {
  return signUpAction(args);
}

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await keepForm(args);
  } catch (answer) {
    // A redirect means that the account exists.
    if (answer instanceof Response) {
      keepAbout();
      noteSignup('signupFlowComplete');
    }
    throw answer;
  }
}

/** Sign-up (specification, sections 2 to 6). `?next=` is the path to continue to. */
export default function SignupPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const posted = useActionData<RefusedForm>();
  const { data: settings } = useQuery(settingsQuery);
  const hasSource = useTrafficSource();
  const isOpen = admitsSignUp(settings?.signups ?? 'all', hasSource);
  // On a discreet site the answer to every sign-up.
  const isSent = query.has('sent') && !posted;
  const next = safeNext(posted?.typed['next'] ?? query.get('next'), '');
  const typed = { ...Object.fromEntries(query), ...posted?.typed };
  return (
    <AccessFrame
      title={say('accounts.join', { site: settings?.name ?? say('common.brand') })}
      lead={say('accounts.join-lead')}
      foot={
        <Rich
          id="accounts.have-account"
          components={{
            link: (
              <Link
                to={next === '' ? pathTo('login') : `${pathTo('login')}?next=${encodeURIComponent(next)}`}
                className="reach font-bold text-primary-ink underline"
              />
            ),
          }}
        />
      }
    >
      {isSent && (
        <Alert tone="success" icon={Mail} title={say('accounts.signup-sent')}>
          {say('accounts.signup-sent-text')}
        </Alert>
      )}
      {!isSent && isOpen && <SignupForm posted={{ failure: posted?.failure ?? null, typed }} next={next} />}
      {!isSent && !isOpen && <InviteOnly />}
    </AccessFrame>
  );
}
