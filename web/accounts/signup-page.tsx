import type { ReactElement } from 'react';
import { type ActionFunctionArgs, type ClientActionFunctionArgs, useActionData, useSearchParams } from 'react-router';

import { type FormAnswer, type RefusedForm, keepForm } from '../platform/form-action.ts';
import { profileQuery } from '../members/members-queries.ts';
import { definePage, safeNext } from '../platform/page.ts';
import { termsQuery } from './terms-query.ts';
import { parseReceiver } from './first-message.ts';
import { signUpAction } from './signup-action.ts';
import { dropDraft } from './signup-draft.ts';
import { sendSignupEvent } from './signup-flow.ts';
import { SignupView } from './signup-view.tsx';

const page = definePage('signup', {
  parts: ['accounts'],
  load: async ({ ensure, url }) => {
    // Without the terms, the form omits the notice of coming ones.
    await ensure(termsQuery).catch(() => undefined);
    const to = parseReceiver(url.searchParams.get('next') ?? '');
    // If the member cannot be seen, the form omits the message.
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
      dropDraft();
      sendSignupEvent('signupFlowComplete');
    }
    throw answer;
  }
}

/** Sign-up (specification, sections 2 to 6). `?next=` is the path to continue to. */
export default function SignupPage(): ReactElement {
  const [query] = useSearchParams();
  const posted = useActionData<RefusedForm>();
  const next = safeNext(posted?.typed['next'] ?? query.get('next'), '');
  const typed = { ...Object.fromEntries(query), ...posted?.typed };
  return (
    <SignupView
      next={next}
      posted={{ failure: posted?.failure ?? null, typed }}
      isSent={query.has('sent') && !posted}
    />
  );
}
