import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type ActionFunctionArgs, type ClientActionFunctionArgs, useActionData, useSearchParams } from 'react-router';

import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import type { ErrorAnswer } from '../../../contract/platform/errors.ts';
import { isId } from '../../../contract/platform/id.ts';
import { CallError } from '../../platform/call.ts';
import { readFields } from '../../platform/form-action.ts';
import { useFormat } from '../../platform/format.ts';
import { definePage } from '../../platform/page.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Offer, bundleIn, bundlesQuery, debitQuery, quoteQuery } from '../payments-queries.ts';
import { type DebitAnswer, debitAction } from './debit-action.ts';
import { type Account, AccountStep } from './account-step.tsx';
import { CodeStep } from './code-step.tsx';
import { MandateStep } from './mandate-step.tsx';

const page = definePage('directdebit', {
  parts: ['payments', 'directdebit'],
  load: async ({ ensure, url }) => {
    const offer = await ensure(bundlesQuery());
    // A debit that is gone, or belongs to another member, starts over.
    const debit = await ensureDebit(url.searchParams.get('id'), (id) => ensure(debitQuery(id)));
    await ensure(quoteQuery(ofDebit(orderOf(offer, url.searchParams), debit)));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export async function action(args: ActionFunctionArgs): ReturnType<typeof debitAction> {
  return debitAction(args);
}

/** Without a connection, the step keeps all typed values. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const typed = await readFields(request.clone());
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const failure: ErrorAnswer = { error: 'request.failed', message: error.message };
    return { step: typed['step'] ?? '', failure, typed } satisfies DebitAnswer;
  }
}

async function ensureDebit(
  id: string | null,
  load: (id: string) => Promise<DirectDebit>,
): Promise<DirectDebit | undefined> {
  if (id === null || !isId(id)) return undefined;
  return load(id).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'debit.not-found') throw error;
    return undefined;
  });
}

/** Adds the started direct debit to an order: its account may already have used the discount. */
function ofDebit<Order extends object>(order: Order, debit: DirectDebit | undefined): Order & { debit?: string } {
  return debit && endOf(debit) === null ? { ...order, debit: debit.id } : order;
}

/** How a direct debit ended without being collected. */
function endOf({ state }: DirectDebit): 'expired' | 'refused' | null {
  return state === 'expired' || state === 'refused' ? state : null;
}

/** The bundle in the address, or the default one. */
function orderOf(offer: Offer, query: URLSearchParams): { bundle: string; discount_code?: string } {
  const code = query.get('discount_code');
  return {
    bundle: bundleIn(offer, query.get('bundle')),
    ...(code !== null && code !== '' && { discount_code: code }),
  };
}

/**
 * An order by direct debit in three steps: the account and the phone, the code, the mandate. The address contains the
 * started direct debit, so that a reload keeps the step. Typed values survive going back.
 */
export default function DirectDebitPage(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [query] = useSearchParams();
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  const order = orderOf(offer, query);
  const answer = useActionData<DebitAnswer>();
  const id = query.get('id') ?? '';
  const { data: loaded } = useQuery({ ...debitQuery(id), enabled: isId(id), retry: false });
  const debit = (answer?.debit?.id === id ? answer.debit : undefined) ?? loaded;
  const { data: quote } = useSuspenseQuery(quoteQuery(ofDebit(order, debit)));
  const [account, setAccount] = useState<Account>({
    holder: answer?.typed['holder'] ?? '',
    iban: answer?.typed['iban'] ?? '',
    phone: answer?.typed['phone'] ?? '',
  });
  // The code that was accepted; a wrong one leads back to its step.
  const isReviewed = answer?.step === 'code' && !answer.failure;
  const isGiving = answer?.step === 'confirm' && answer.failure?.error !== 'debit.code-invalid';
  const code = answer?.typed['code'] ?? '';
  const title = say('directdebit.title');
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <PageHead title={title} back={pathTo('credits')} intro={debit ? undefined : say('directdebit.intro')} />
      {quote.discount_used_by_account && !debit?.payment && (
        <Alert tone="info">
          {say('directdebit.without-discount', { amount: format.money(quote.total, quote.currency) })}
        </Alert>
      )}
      {!debit && !offer.paymentmethods.includes('sepa_direct_debit') ? (
        <EmptyState
          title={title}
          action={<LinkButton to={pathTo('credits')}>{say('directdebit.other-method')}</LinkButton>}
        >
          {say('directdebit.unavailable')}
        </EmptyState>
      ) : !debit || endOf(debit) !== null ? (
        <AccountStep
          order={order}
          quote={quote}
          account={account}
          onChange={setAccount}
          answer={answer}
          ended={debit ? endOf(debit) : null}
        />
      ) : debit.payment ? (
        <EmptyState
          title={say('directdebit.done')}
          action={
            <LinkButton to={pathTo('transactions-id', { id: debit.payment.payment_id })}>
              {say('directdebit.see-order')}
            </LinkButton>
          }
        >
          {say('directdebit.done.text')}
        </EmptyState>
      ) : isReviewed || isGiving ? (
        <MandateStep debit={debit} quote={quote} code={code} answer={answer} />
      ) : (
        <CodeStep debit={debit} order={order} answer={answer} />
      )}
    </div>
  );
}
