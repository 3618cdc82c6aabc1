import { type ActionFunctionArgs, data, redirectDocument } from 'react-router';

import type { ErrorAnswer } from '../../contract/errors.ts';
import { CallError } from '../call.ts';
import { keyOf } from '../idempotency-key.ts';
import { callInProcess, loginPath, readContext } from '../page.ts';
import { pathTo } from '../route-table.ts';

/** What the order form gets back when the order was refused: the choice stays. */
export interface RefusedOrder {
  failure: ErrorAnswer;
}

/**
 * Orders the chosen bundle and goes on to the provider's pay page. Works as a plain form post.
 * The key belongs to the shown form and the choice in it: pressed twice it is one order, chosen anew it is another.
 */
export async function orderAction({
  request,
  context,
}: ActionFunctionArgs): Promise<Response | ReturnType<typeof data<RefusedOrder>>> {
  const form = await request.formData();
  const text = (name: string): string => String(form.get(name) ?? '');
  const [bundle, paymentmethod] = [text('bundle'), text('paymentmethod')];
  try {
    const order = await callInProcess(readContext(context))('createPayment', {
      bundle,
      paymentmethod: paymentmethod as never,
      // The form asks for it in words, above the button.
      begin_at_once: true,
      idempotency_key: await keyOf(`${text('key')} ${bundle} ${paymentmethod}`),
    });
    return redirectDocument(order.redirect_url ?? pathTo('transactions-id', { id: order.payment.payment_id }));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.body.authentication_required) return redirectDocument(loginPath(new URL(request.url)));
    return data({ failure: error.body }, { status: error.status });
  }
}
