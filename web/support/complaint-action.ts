import { type ActionFunctionArgs, data } from 'react-router';

import type { ErrorAnswer } from '../../contract/errors.ts';
import type { Input, Output } from '../../contract/index.ts';
import { CallError } from '../call.ts';
import { readFields } from '../form-action.ts';
import { keyOf } from '../idempotency-key.ts';
import { callInProcess, readContext } from '../page.ts';

export interface Complained {
  failure: ErrorAnswer | null;
  typed: Record<string, string>;
  taken: Output<'sendComplaint'> | null;
}

/** Takes a posted complaint, with or without a script. */
export async function complainAction({
  request,
  context,
}: ActionFunctionArgs): Promise<ReturnType<typeof data<Complained>>> {
  const typed = await readFields(request);
  const { kind = '', text = '', url = '', name = '', email = '', good_faith: goodFaith, key = '' } = typed;
  try {
    // Sent again after a lost answer it is the same complaint; corrected, it is another.
    const idempotencyKey = await keyOf([key, kind, text, url, name, email].join('\n'));
    const said = { kind, text, url, name, email, good_faith: goodFaith === 'true', idempotency_key: idempotencyKey };
    // The server checks the kind.
    const taken = await callInProcess(readContext(context))('sendComplaint', said as Input<'sendComplaint'>);
    return data({ failure: null, typed, taken });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return data({ failure: error.body, typed, taken: null }, { status: error.status });
  }
}
