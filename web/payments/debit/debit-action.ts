import { type ActionFunctionArgs, data, redirect, redirectDocument } from 'react-router';

import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { toId } from '../../../contract/platform/id.ts';
import { CallError } from '../../platform/calls/call.ts';
import { deriveKey } from '../../platform/calls/idempotency-key.ts';
import { readFields } from '../../platform/pages/form-action.ts';
import { callInProcess, loginPath, readContext } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';

export interface DebitAnswer {
  step: string;
  failure: ErrorBody | null;
  typed: Record<string, string>;
  debit?: DirectDebit;
}

/** Runs one step: start, check the code, resend it, or give the mandate. Each works as a plain form post. */
export async function debitAction({
  request,
  context,
}: ActionFunctionArgs): Promise<Response | ReturnType<typeof data<DebitAnswer>>> {
  const fields = await readFields(request);
  const { step = '', code = '', key = '' } = fields;
  const id = toId<DebitId>(fields['id']);
  const call = callInProcess(readContext(context));
  const done = (debit: DirectDebit) => data({ step, failure: null, typed: fields, debit });
  try {
    if (step === 'start') return await begin(fields, call);
    if (step === 'code') return done(await call('confirmDirectDebit', { id, code, review: true }));
    if (step === 'resend')
      return done(await call('sendDirectDebitCode', { id, idempotency_key: await deriveKey(key) }));
    const { payment } = await call('confirmDirectDebit', {
      id,
      code,
      ...('request_version' in fields && { request_version: fields['request_version'] }),
    });
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
