import { birthDateError } from '../../contract/members/birth-date.ts';
import type { ErrorCode } from '../../contract/platform/errors.ts';
import type { Input, Output } from '../../contract/index.ts';
import { passwordValues } from '../../contract/accounts/password.ts';
import { isTooLong } from '../../contract/chat/message-text.ts';
import { isEmail } from './email-rules.ts';
import { nameError } from './name-rules.ts';
import { passwordError } from './password-rules.ts';

type Settings = Pick<Output<'getSettings'>, 'min_age' | 'countries' | 'message_length'>;

/** Returns the errors of a sign-up, one code per field (specification, section 5). */
export function signUpErrors(
  input: Input<'signUp'>,
  settings: Settings,
  now: Date,
): Record<string, ErrorCode | undefined> {
  return {
    email: isEmail(input.email) ? undefined : 'email.invalid',
    name: nameError(input.name, input.email),
    date_of_birth: birthDateError(input.date_of_birth, settings.min_age, now),
    password: passwordError(input.password, input),
    country: (settings.countries as readonly string[]).includes(input.country) ? undefined : 'field.invalid',
    accept_terms: input.accept_terms ? undefined : 'terms.not-accepted',
    signup_message: isTooLong(input.signup_message ?? '', settings) ? 'field.too-long' : undefined,
  };
}

/** Values for the messages of these errors. */
export function signUpValues(settings: Settings): Record<string, number> {
  return { min_age: settings.min_age, ...passwordValues };
}
