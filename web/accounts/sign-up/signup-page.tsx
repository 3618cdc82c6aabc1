import type { ReactElement } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  redirectDocument,
  useActionData,
  useSearchParams,
} from 'react-router';

import { passwordValues } from '../../../contract/accounts/password.ts';
import type { Input } from '../../../contract/index.ts';
import type { Gender } from '../../../contract/members/attributes.ts';
import { type SoughtGender, deriveSexuality } from '../../../contract/members/matching.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { profileQuery } from '../../members/members-queries.ts';
import { type Call, CallError } from '../../platform/calls/call.ts';
import {
  type FormResponse,
  type RefusedForm,
  formAction,
  readFields,
  readForm,
  submitForm,
  withoutPasswords,
} from '../../platform/pages/form-action.ts';
import { definePage, safeNext, withNext } from '../../platform/pages/page.ts';
import { addQuery, pathTo } from '../../platform/pages/route-table.ts';
import { parseReceiver } from './signup-texts.tsx';
import {
  type FieldErrors,
  checkSignUp,
  dropDraft,
  findErrors,
  findTown,
  joinBirthDate,
  steps,
} from './signup-fields.ts';
import { sendSignupEvent } from '../../shell/signup-flow.ts';
import { SignupView } from './signup-view.tsx';
import { termsQuery } from '../terms/terms-versions.ts';

const page = definePage('signup', {
  parts: ['accounts'],
  load: async ({ ensure, url }) => {
    // Without the terms, the form omits the announcement of coming ones.
    await ensure(termsQuery).catch(() => undefined);
    const to = parseReceiver(url.searchParams.get('next') ?? '');
    // If the member cannot be seen, the form omits the message.
    if (to !== undefined) await ensure(profileQuery(to)).catch(() => undefined);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/**
 * Signs up, or begins to: the values of a form with `begin`, from the start page or a lander, fill in the first step.
 */
export async function action(args: ActionFunctionArgs): Promise<FormResponse> {
  const begun = await readFields(args.request.clone());
  if (begun['begin']) {
    // The answers to a lander's question, one or several.
    const chosen = (await readForm(args.request)).getAll('about').map(String).filter(Boolean);
    const landerChoices = JSON.stringify([...chosen, ...(begun['town_name'] ? [begun['town_name']] : [])]);
    return data({
      failure: null,
      typed: { ...withoutPasswords(begun), about: chosen.join(', '), lander_choices: landerChoices },
    });
  }
  return signUp(args);
}

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await submitForm(args);
  } catch (thrown) {
    // A redirect means that the account exists.
    if (thrown instanceof Response) {
      dropDraft();
      sendSignupEvent('signupFlowComplete');
    }
    throw thrown;
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

type Fields = Record<string, string>;

const signUp = formAction({
  name: 'signUp',
  toInput,
  done: ({ user }, fields) => {
    const next = safeNext(fields['next'] ?? null, '');
    if (user) return redirectDocument(withNext(pathTo('complete-signup'), next));
    // On a discreet site, a mail tells how to continue.
    return redirectDocument(addQuery(withNext(pathTo('signup'), next), 'sent'));
  },
});

async function toInput(fields: Fields, call: Call): Promise<Input<'signUp'>> {
  const { min_age } = await call('getSettings', {});
  const now = new Date();
  const errors: FieldErrors = Object.assign({}, ...steps.map((_names, step) => findErrors(step, fields, min_age, now)));
  if (Object.keys(errors).length > 0) {
    const found = (await checkSignUp(call, fields))?.fields ?? {};
    throw buildRefusal({ ...found, ...errors }, min_age);
  }
  // findErrors has checked both.
  const gender = text(fields, 'gender') as Gender;
  const sexuality = deriveSexuality(gender, fields['looking_for'] as SoughtGender);
  const town = await findTown(fields, call);
  const to = parseReceiver(fields['next'] ?? '');
  const message = text(fields, 'signup_message');
  const about = text(fields, 'about');
  return {
    email: text(fields, 'email'),
    password: fields['password'] ?? '',
    name: text(fields, 'name'),
    date_of_birth: joinBirthDate(fields),
    gender,
    sexuality,
    country: text(fields, 'country') as Input<'signUp'>['country'],
    ...(fields['countryregion'] && { countryregion: fields['countryregion'] }),
    ...(town !== undefined && { town }),
    ...(to !== undefined && message !== '' && { signup_message: message, signup_message_to: to }),
    ...(about !== '' && { about }),
    ...(fields['key'] && { idempotency_key: fields['key'] }),
    accept_terms: Boolean(fields['accept_terms']),
    consent_sensitive: Boolean(fields['consent_sensitive']),
    consent_offers: Boolean(fields['consent_offers']),
  };
}

function text(fields: Fields, name: string): string {
  return fields[name]?.trim() ?? '';
}

function buildRefusal(fields: Record<string, ErrorCode>, minAge?: number): CallError {
  return new CallError(422, {
    error: 'input.invalid',
    message: '',
    fields,
    min_age: minAge,
    ...passwordValues,
  });
}
