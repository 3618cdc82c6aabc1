import { type ActionFunctionArgs, type ClientActionFunctionArgs, data } from 'react-router';

import type { OperationName } from '../../../contract/calls.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import type { Input, Output } from '../../../contract/index.ts';
import { type Call, CallError } from '../calls/call.ts';
import { callInProcess, readContext } from './page.ts';

/** The response to a refused form: the error, and the values of all fields but passwords. */
export interface RefusedForm {
  failure: ErrorBody | null;
  typed: Record<string, string>;
}

export type FormResponse = Response | ReturnType<typeof data<RefusedForm>>;

export interface FormRun<Name extends OperationName> {
  name: Name;
  /** Turns the posted fields into the operation's input. Throws a CallError for errors that the form itself detects. */
  toInput(fields: Record<string, string>, call: Call): Input<Name> | Promise<Input<Name>>;
  done(result: Output<Name>, fields: Record<string, string>): Response;
}

/**
 * Makes the action of a form, which runs an operation with the posted fields, so that the form works without
 * JavaScript.
 */
export function formAction<Name extends OperationName>({ name, toInput, done }: FormRun<Name>) {
  return async ({ request, context }: ActionFunctionArgs): Promise<FormResponse> => {
    const fields = await readFields(request);
    const call = callInProcess(readContext(context));
    try {
      return done(await call(name, await toInput(fields, call)), fields);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return data({ failure: error.body, typed: withoutPasswords(fields) }, { status: error.status });
    }
  };
}

type TokenOperation = 'confirmMailChange' | 'logInByLink' | 'reactivateAccount' | 'unsubscribe';

/**
 * Makes the action of a page whose button uses a token: opening the link alone, as mail scanners do, changes nothing.
 */
export function tokenAction<Name extends TokenOperation>(name: Name, done: FormRun<Name>['done']) {
  return formAction({ name, toInput: ({ token = '' }) => ({ token }) as Input<Name>, done });
}

/** Reads the posted form. A body that is not a form, or is cut off, throws 400 with the error page. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to respond with a status
    throw data({ error: 'request.malformed' }, { status: 400 });
  }
}

export async function readFields(request: Request): Promise<Record<string, string>> {
  return getTextFields(await readForm(request));
}

/** Reads the texts of a form. It posts a line break as CRLF, which would count twice in the length of a text. */
export function getTextFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, value] of form) if (typeof value === 'string') fields[field] = value.replaceAll('\r\n', '\n');
  return fields;
}

export function withoutPasswords(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !field.includes('password')));
}

/** Submits a form: a lost connection becomes an error in the form; server responses pass unchanged. */
export async function submitForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof TypeError) {
      return { failure: { error: 'request.failed', message: error.message }, typed: {} } satisfies RefusedForm;
    }
    throw error;
  }
}
