import { type ActionFunctionArgs, type ClientActionFunctionArgs, data } from 'react-router';

import type { OperationName } from '../../contract/calls.ts';
import type { ErrorAnswer } from '../../contract/platform/errors.ts';
import type { Input, Output } from '../../contract/index.ts';
import { type Call, CallError } from './call.ts';
import { callInProcess, readContext } from './page.ts';

/** The answer to a refused form: the error, and the values of all fields but passwords. */
export interface RefusedForm {
  failure: ErrorAnswer | null;
  typed: Record<string, string>;
}

export type FormAnswer = Response | ReturnType<typeof data<RefusedForm>>;

export interface FormRun<Name extends OperationName> {
  name: Name;
  /** Turns the posted fields into the operation's input. Throws a CallError for errors that the form itself detects. */
  toInput(fields: Record<string, string>, call: Call): Input<Name> | Promise<Input<Name>>;
  done(answer: Output<Name>, fields: Record<string, string>): Response;
}

/** Runs an operation for a form posted to the server, so that forms work without JavaScript. */
export async function runForm<Name extends OperationName>(
  { request, context }: ActionFunctionArgs,
  { name, toInput, done }: FormRun<Name>,
): Promise<FormAnswer> {
  const fields = await readFields(request);
  const call = callInProcess(readContext(context));
  try {
    return done(await call(name, await toInput(fields, call)), fields);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return data({ failure: error.body, typed: withoutPasswords(fields) }, { status: error.status });
  }
}

/** The operations whose only input is a link's token. */
type TokenOperation = 'confirmMailChange' | 'enterByLink' | 'reactivateAccount' | 'unsubscribe';

/** The action of a page whose button uses a token: opening the link alone, as mail scanners do, changes nothing. */
export function tokenAction<Name extends TokenOperation>(name: Name, done: FormRun<Name>['done']) {
  const toInput = ({ token = '' }: Record<string, string>) => ({ token }) as Input<Name>;
  return (args: ActionFunctionArgs): Promise<FormAnswer> => runForm(args, { name, toInput, done });
}

/** Reads the posted form. A body that is not a form, or is cut off, throws 400 with the error page. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer with a status
    throw data({ error: 'request.malformed' }, { status: 400 });
  }
}

/** The text fields of a posted form. */
export async function readFields(request: Request): Promise<Record<string, string>> {
  return getTextFields(await readForm(request));
}

/** The text fields of a form. */
export function getTextFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, value] of form) if (typeof value === 'string') fields[field] = value;
  return fields;
}

export function withoutPasswords(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !field.includes('password')));
}

/** The client action of a form: a lost connection becomes an error in the form; server responses pass unchanged. */
export async function keepForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof TypeError) {
      return { failure: { error: 'request.failed', message: error.message }, typed: {} } satisfies RefusedForm;
    }
    throw error;
  }
}
