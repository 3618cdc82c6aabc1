import { type ActionFunctionArgs, data, redirect, redirectDocument } from 'react-router';

import type { ErrorBody } from '../../contract/platform/errors.ts';
import { toId } from '../../contract/platform/id.ts';
import { CallError } from '../platform/calls/call.ts';
import { deriveKey } from '../platform/calls/idempotency-key.ts';
import { readForm } from '../platform/pages/form-action.ts';
import { callInProcess, loginPath, readContext } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { debitPath } from './debit/debit-path.ts';
import { earlierFlag, isDecided } from './order-key.ts';

export interface RefusedOrder {
  failure: ErrorBody;
  /** The key of the order, if it may have been placed after all: a retry with it is the same order. */
  key?: string;
}

/** Redirects from a chosen bundle and method to their confirmation page, for when the modal cannot open. */
export async function reviewAction({ request }: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(request);
  const id = String(form.get('bundle') ?? '');
  const paymentmethod = String(form.get('paymentmethod') ?? '');
  if (id === '') return redirect(pathTo('credits'));
  const debit = debitPath(paymentmethod, id);
  if (debit !== null) return redirect(debit);
  return redirect(pathTo('credits-id-paymentmethod', paymentmethod === '' ? { id } : { id, paymentmethod }));
}

/**
 * Places the order of a posted form. The key belongs to the shown confirmation and choice: a double click is one order,
 * a new choice is another.
 */
export async function orderAction({
  request,
  context,
}: ActionFunctionArgs): Promise<Response | ReturnType<typeof data<RefusedOrder>>> {
  const form = await readForm(request);
  const text = (name: string): string => String(form.get(name) ?? '');
  const [bundle, paymentmethod, total] = [text('bundle'), text('paymentmethod'), text('total')];
  const code = text('discount_code');
  const storedCard = toId<CardId>(text('stored_card'));
  const storeCard = form.has('store_card');
  const debit = debitPath(paymentmethod, bundle, code);
  if (debit !== null) return redirect(debit);
  const call = callInProcess(readContext(context));
  try {
    const order = await call('createPayment', {
      bundle,
      paymentmethod: paymentmethod as never,
      // The form states this request above the button.
      begin_at_once: true,
      ...(form.has('request_version') && { request_version: text('request_version') }),
      total: Number(total),
      ...(code !== '' && { discount_code: code }),
      ...(storedCard && { stored_card: storedCard }),
      ...(storeCard && { store_card: true }),
      idempotency_key: await deriveKey([text('key'), bundle, paymentmethod, storedCard, storeCard].join(' ')),
    });
    const own = pathTo('transactions-id', { id: order.payment.payment_id });
    // An earlier order with this key has a different price: our page tells which one applies before it is paid.
    const { amount, transaction_fee: fee } = order.payment;
    if (amount + fee !== Number(total)) return redirect(`${own}?${earlierFlag}`);
    // Our own page shows the bank account to send the money to.
    if (order.payment.transfer) return redirect(own);
    return redirectDocument(order.redirect_url ?? own);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // An earlier order with this key lacks the discount named now: find the latest order of this choice.
    if (error.body.error === 'request.key-reused') {
      const { payments } = await call('listPayments', {});
      const placed = payments.find((order) => order.bundle === bundle && order.paymentmethod === paymentmethod);
      if (placed) return redirect(`${pathTo('transactions-id', { id: placed.payment_id })}?${earlierFlag}`);
    }
    if (error.body.authentication_required) return redirectDocument(loginPath(new URL(request.url)));
    const refused: RefusedOrder = { failure: error.body };
    return data(isDecided(refused) ? refused : { ...refused, key: text('key') }, { status: error.status });
  }
}
