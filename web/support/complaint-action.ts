import { type ActionFunctionArgs, data } from 'react-router';

import type { ErrorBody } from '../../contract/platform/errors.ts';
import type { Input, Output } from '../../contract/index.ts';
import { missingIn } from '../../contract/support/operations.ts';
import { CallError } from '../platform/calls/call.ts';
import { deriveKey } from '../platform/calls/idempotency-key.ts';
import { getTextFields, readForm } from '../platform/pages/form-action.ts';
import { callInProcess, readContext } from '../platform/pages/page.ts';

/** Limit of all texts together, which have far smaller limits of their own. The files make the body large. */
const typedMax = 128 * 1024;

export interface Complained {
  failure: ErrorBody | null;
  typed: Record<string, string>;
  /** The number of files that were chosen: browsers do not show them again. */
  files: number;
  taken: Output<'sendComplaint'> | null;
}

export async function complainAction({
  request,
  context,
}: ActionFunctionArgs): Promise<ReturnType<typeof data<Complained>>> {
  const form = await readForm(request);
  const typed = getTextFields(form);
  // Nobody types this much, and the response would repeat all of it.
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to respond with a status
  if (Object.values(typed).join('').length > typedMax) throw data({ error: 'request.too-large' }, { status: 413 });
  const { kind = '', text = '', url = '', name = '', email = '', contests = '', key = '' } = typed;
  const { uploads: files = [] } = readContext(context);
  const sent = { typed, files: files.length };
  try {
    const said = { kind, text, url, name, email, good_faith: typed['good_faith'] === 'true' };
    // Without a kind, nothing else would be checked.
    if (kind === '') throw buildMissingFieldError(missingIn(said));
    // A complaint that is sent again after a lost response is the same one; a corrected one is another.
    const sameness = [key, kind, text, url, name, email, contests, ...files.map(({ sha256 }) => sha256)];
    const idempotencyKey = await deriveKey(sameness.join('\n'));
    // The server checks the kind.
    const input = {
      ...said,
      ...(contests !== '' && { contests }),
      files,
      idempotency_key: idempotencyKey,
    } as Input<'sendComplaint'>;
    const taken = await callInProcess(readContext(context))('sendComplaint', input);
    return data({ failure: null, ...sent, taken });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return data({ failure: error.body, ...sent, taken: null }, { status: error.status });
  }
}

function buildMissingFieldError(fields: NonNullable<ErrorBody['fields']>): CallError {
  return new CallError(422, { error: 'input.invalid', message: '', fields });
}
