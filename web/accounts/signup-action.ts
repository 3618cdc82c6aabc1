import { type ActionFunctionArgs, data, redirectDocument } from 'react-router';

import type { ErrorCode } from '../../contract/platform/errors.ts';
import type { Input } from '../../contract/index.ts';
import type { Gender } from '../../contract/members/attributes.ts';
import { type SoughtGender, deriveSexuality } from '../../contract/members/matching.ts';
import { passwordValues } from '../../contract/accounts/password.ts';
import { type Call, CallError } from '../platform/call.ts';
import { type FormAnswer, readFields, readForm, runForm, withoutPasswords } from '../platform/form-action.ts';
import { safeNext } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { joinBirthDate } from './birth-date.ts';
import { checkSignUp } from './check-sign-up.ts';
import { parseReceiver } from './first-message.ts';
import { type FieldErrors, findErrors, steps } from './signup-errors.ts';
import { findTown } from './find-town.ts';

type Fields = Record<string, string>;

/**
 * Creates an account from a posted form, on the server, and redirects to the first steps. A form with `begin` comes
 * from the start page or a lander: its values fill in the first step of the sign-up.
 */
export async function signUpAction(args: ActionFunctionArgs): Promise<FormAnswer> {
  const begun = await readFields(args.request.clone());
  if (begun['begin']) {
    // The answers to a lander's question, one or several.
    const about = (await readForm(args.request)).getAll('about').join(', ');
    return data({ failure: null, typed: { ...withoutPasswords(begun), about } });
  }
  return runForm(args, {
    name: 'signUp',
    toInput,
    done: ({ user }, fields) => {
      const next = safeNext(fields['next'] ?? null, '');
      const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`;
      // On a discreet site, an email tells how to continue.
      if (user === null) return redirectDocument(`${pathTo('signup')}${query === '' ? '?' : `${query}&`}sent`);
      return redirectDocument(pathTo('complete-signup') + query);
    },
  });
}

async function toInput(fields: Fields, call: Call): Promise<Input<'signUp'>> {
  const { min_age } = await call('getSettings', {});
  const now = new Date();
  const errors: FieldErrors = Object.assign({}, ...steps.map((_names, step) => findErrors(step, fields, min_age, now)));
  if (Object.keys(errors).length > 0) {
    const found = (await checkSignUp(call, fields))?.fields ?? {};
    throw refused({ ...found, ...errors }, min_age);
  }
  // findErrors has checked both.
  const gender = text(fields, 'gender') as Gender;
  const sexuality = deriveSexuality(gender, fields['looking_for'] as SoughtGender);
  const town = await findTown(fields, call);
  const to = parseReceiver(fields['next'] ?? '');
  const message = text(fields, 'signup_message');
  // Forms post a line break as CRLF.
  const about = text(fields, 'about').replaceAll('\r\n', '\n');
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
  };
}

function text(fields: Fields, name: string): string {
  return fields[name]?.trim() ?? '';
}

function refused(fields: Record<string, ErrorCode>, minAge?: number): CallError {
  return new CallError(422, {
    error: 'input.invalid',
    message: '',
    fields,
    min_age: minAge,
    ...passwordValues,
  });
}
