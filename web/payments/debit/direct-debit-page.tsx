import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type ClientActionFunctionArgs, useActionData, useSearchParams } from 'react-router';

import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { isId, toId } from '../../../contract/platform/id.ts';
import { CallError } from '../../platform/calls/call.ts';
import { readFields } from '../../platform/pages/form-action.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Offer, bundleIn, bundlesQuery, debitQuery, orderPriceQuery } from '../payments-queries.ts';
import { type Account, AccountStep, CodeStep, MandateStep } from './debit-steps.tsx';
import { type DebitAnswer, debitAction } from './debit-action.ts';

const page = definePage('directdebit', {
  parts: ['payments', 'direct-debit'],
  load: async ({ ensure, url }) => {
    const offer = await ensure(bundlesQuery());
    // A debit that is gone, or belongs to another member, starts over.
    const debit = await ensureDebit(url.searchParams.get('id'), (id) => ensure(debitQuery(id)));
    await ensure(orderPriceQuery(ofDebit(deriveOrder(offer, url.searchParams), debit)));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export const action = debitAction;

/** Sends the form; without a connection, the step keeps all typed values. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const typed = await readFields(request.clone());
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const failure: ErrorBody = { error: 'request.failed', message: error.message };
    return { step: typed['step'] ?? '', failure, typed } satisfies DebitAnswer;
  }
}

async function ensureDebit(
  id: string | null,
  load: (id: DebitId) => Promise<DirectDebit>,
): Promise<DirectDebit | undefined> {
  if (id === null || !isId<DebitId>(id)) return undefined;
  return load(id).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'debit.not-found') throw error;
    return undefined;
  });
}

/** Adds the started direct debit to an order: its account may already have used the discount. */
function ofDebit<Order extends object>(order: Order, debit: DirectDebit | undefined): Order & { debit?: DebitId } {
  return debit && deriveEnd(debit) === null ? { ...order, debit: debit.id } : order;
}

function deriveEnd({ state }: DirectDebit): 'expired' | 'refused' | null {
  return state === 'expired' || state === 'refused' ? state : null;
}

function deriveOrder(offer: Offer, query: URLSearchParams): { bundle: string; discount_code?: string } {
  const code = query.get('discount_code');
  return {
    bundle: bundleIn(offer, query.get('bundle')),
    ...(code !== null && code !== '' && { discount_code: code }),
  };
}

/** The address contains the started direct debit, so that a reload keeps the step. Typed values survive going back. */
export default function DirectDebitPage(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [query] = useSearchParams();
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  const order = deriveOrder(offer, query);
  const answer = useActionData<DebitAnswer>();
  const id = toId<DebitId>(query.get('id') ?? '');
  const { data: loaded } = useQuery({ ...debitQuery(id), enabled: isId(id), retry: false });
  const debit = (answer?.debit?.id === id ? answer.debit : undefined) ?? loaded;
  const { data: price } = useSuspenseQuery(orderPriceQuery(ofDebit(order, debit)));
  const [account, setAccount] = useState<Account>({
    holder: answer?.typed['holder'] ?? '',
    iban: answer?.typed['iban'] ?? '',
    phone: answer?.typed['phone'] ?? '',
  });
  // The code that was accepted; a wrong one leads back to its step.
  const isReviewed = answer?.step === 'code' && !answer.failure;
  const isGiving = answer?.step === 'confirm' && answer.failure?.error !== 'debit.code-invalid';
  const code = answer?.typed['code'] ?? '';
  const title = say('direct-debit.title');
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <PageHead title={title} back={pathTo('credits')} intro={debit ? undefined : say('direct-debit.intro')} />
      {price.discount_used_by_account && !debit?.payment && (
        <Alert tone="info">
          {say('direct-debit.without-discount', { amount: format.money(price.total, price.currency) })}
        </Alert>
      )}
      {!debit && !offer.paymentmethods.includes('sepa_direct_debit') ? (
        <EmptyState
          title={title}
          action={<LinkButton to={pathTo('credits')}>{say('direct-debit.other-method')}</LinkButton>}
        >
          {say('direct-debit.unavailable')}
        </EmptyState>
      ) : !debit || deriveEnd(debit) !== null ? (
        <AccountStep
          order={order}
          price={price}
          account={account}
          onChange={setAccount}
          answer={answer}
          ended={debit ? deriveEnd(debit) : null}
        />
      ) : debit.payment ? (
        <EmptyState
          title={say('direct-debit.done')}
          action={
            <LinkButton to={pathTo('transactions-id', { id: debit.payment.payment_id })}>
              {say('direct-debit.see-order')}
            </LinkButton>
          }
        >
          {say('direct-debit.done.text')}
        </EmptyState>
      ) : isReviewed || isGiving ? (
        <MandateStep debit={debit} price={price} code={code} answer={answer} />
      ) : (
        <CodeStep debit={debit} order={order} answer={answer} />
      )}
    </div>
  );
}
