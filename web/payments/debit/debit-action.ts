import { type ActionFunctionArgs, data, redirect, redirectDocument } from 'react-router';

import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import type { ErrorAnswer } from '../../../contract/platform/errors.ts';
import { CallError } from '../../platform/call.ts';
import { readFields } from '../../platform/form-action.ts';
import { deriveKey } from '../../platform/idempotency-key.ts';
import { callInProcess, loginPath, readContext } from '../../platform/page.ts';
import { pathTo } from '../../platform/route-table.ts';

/** The answer of a step of the direct debit. */
export interface DebitAnswer {
  step: string;
  failure: ErrorAnswer | null;
  /** The typed values, for pages without JavaScript. */
  typed: Record<string, string>;
  /** The current direct debit, after a code was checked or sent. */
  debit?: DirectDebit;
}

/** Runs one step: start, check the code, resend it, or give the mandate. Each works as a plain form post. */
export async function debitAction({
  request,
  context,
}: ActionFunctionArgs): Promise<Response | ReturnType<typeof data<DebitAnswer>>> {
  const fields = await readFields(request);
  const { step = '', id = '', code = '', key = '' } = fields;
  const call = callInProcess(readContext(context));
  const done = (debit: DirectDebit) => data({ step, failure: null, typed: fields, debit });
  try {
    if (step === 'start') return await begin(fields, call);
    if (step === 'code') return done(await call('confirmDirectDebit', { id, code, review: true }));
    if (step === 'resend')
      return done(await call('sendDirectDebitCode', { id, idempotency_key: await deriveKey(key) }));
    const { payment } = await call('confirmDirectDebit', { id, code });
    return redirect(pathTo('transactions-id', payment ? { id: payment.payment_id } : {}));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.body.authentication_required) return redirectDocument(loginPath(new URL(request.url)));
    return data({ step, failure: error.body, typed: fields }, { status: error.status });
  }
}

async function begin(fields: Record<string, string>, call: ReturnType<typeof callInProcess>): Promise<Response> {
  const { bundle = '', iban = '', phone = '', holder = '', discount_code: code = '', total = '', key = '' } = fields;
  const debit = await call('startDirectDebit', {
    bundle,
    iban,
    phone,
    holder,
    ...(code !== '' && { discount_code: code }),
    // The form states this request above the button.
    begin_at_once: true,
    ...(total !== '' && { total: Number(total) }),
    idempotency_key: await deriveKey(`${key} ${bundle} ${iban} ${phone} ${holder}`),
  });
  const query = new URLSearchParams({ bundle, ...(code !== '' && { discount_code: code }), id: debit.id });
  return redirect(`${pathTo('directdebit')}?${query.toString()}`);
}
