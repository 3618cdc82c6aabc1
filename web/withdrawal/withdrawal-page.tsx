import { toId } from '../../contract/platform/id.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  type ClientActionFunctionArgs,
  Form,
  redirect,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router';

import { CallError } from '../platform/calls/call.ts';
import { newKey } from '../platform/calls/idempotency-key.ts';
import { errorText } from '../platform/calls/errors.ts';
import { type RefusedForm, formAction, submitForm } from '../platform/pages/form-action.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { browserQueries, definePage } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { type Withdrawal, WithdrawalFacts, withdrawalsQuery } from './withdrawal-facts.tsx';

const page = definePage('withdrawal', {
  parts: ['withdrawal', 'payments'],
  load: async ({ ensure }) => {
    try {
      await ensure(withdrawalsQuery);
    } catch (error) {
      // The page shows this error, and links to the form that needs no list.
      if (error instanceof CallError && error.body.authentication_required) throw error;
    }
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const buildPath = (payment: PaymentId): string => `${pathTo('withdrawal')}?payment=${encodeURIComponent(payment)}`;

export const action = formAction({
  name: 'withdraw',
  toInput: ({ payment, key = '' }) => ({ payment: toId(payment), idempotency_key: key }),
  done: ({ payment }) => redirect(buildPath(payment)),
});

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await submitForm(args);
  } finally {
    void browserQueries?.invalidateQueries({ queryKey: withdrawalsQuery.queryKey });
  }
}

export default function WithdrawalPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const { data, error, isPending } = useQuery({ ...withdrawalsQuery, retry: false });
  const all = data?.withdrawals ?? [];
  const chosen = all.find(({ payment }) => payment === query.get('payment'));
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="mx-auto grid max-w-[640px] gap-5">
        <PageHead
          title={say('withdrawal.title')}
          back={pathTo(chosen ? 'withdrawal' : 'credits')}
          intro={chosen ? undefined : say('withdrawal.intro')}
        />
        {isPending && !error && (
          <Loading label={say('common.loading')}>
            <Skeleton className="h-40 rounded-card" />
          </Loading>
        )}
        {error && !data && (
          <Alert
            tone="danger"
            action={
              <LinkButton to={pathTo('return-policy')} variant="quiet" size="sm">
                {say('withdrawal.guest')}
              </LinkButton>
            }
          >
            {say('withdrawal.unavailable')}
          </Alert>
        )}
        {data && all.length === 0 && (
          <EmptyState
            title={say('withdrawal.empty')}
            action={
              <LinkButton to={pathTo('return-policy')} variant="quiet">
                {say('withdrawal.guest')}
              </LinkButton>
            }
          >
            {say('withdrawal.empty.detail')}
          </EmptyState>
        )}
        {chosen ? <Chosen of={chosen} /> : <Purchases all={all} />}
      </div>
    </div>
  );
}

function Purchases({ all }: { all: readonly Withdrawal[] }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <ul className="grid gap-4">
      {all.map((one) => (
        <Card key={one.payment} as="li" className="grid gap-4">
          <h2 className="speak text-20">{say('withdrawal.bought', { date: format.day(one.bought_at) })}</h2>
          <WithdrawalFacts of={one} />
          {one.failed && one.state === 'open' && <Alert tone="danger">{say('withdrawal.failed')}</Alert>}
          {one.state === 'open' ? (
            <LinkButton to={buildPath(one.payment)} variant="second">
              {say('withdrawal.choose')}
            </LinkButton>
          ) : (
            <p className="text-13 font-semibold text-ink-2">{say(`withdrawal.state.${one.state}`)}</p>
          )}
        </Card>
      ))}
    </ul>
  );
}

function Chosen({ of }: { of: Withdrawal }): ReactElement {
  const say = useSay();
  const format = useFormat();
  if (of.state === 'open') return <Confirmation key={of.payment} of={of} />;
  return (
    <Card as="section" className="grid gap-4">
      {of.declared_at !== null && (
        <div className="grid gap-2" role="status">
          <h2 className="speak text-26 text-balance">{say('withdrawal.done')}</h2>
          <p className="text-ink-2">
            <LocalTime at={of.declared_at} write={(at) => say('withdrawal.done.text', { date: format.dateTime(at) })} />
          </p>
        </div>
      )}
      <WithdrawalFacts of={of} />
      <p className="font-semibold">{say(`withdrawal.state.${of.state}`)}</p>
    </Card>
  );
}

function Confirmation({ of }: { of: Withdrawal }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [key] = useState(newKey);
  const refused = useActionData<RefusedForm>();
  const busy = useNavigation().formAction?.startsWith(pathTo('withdrawal')) ?? false;
  return (
    <Card as="section" className="grid gap-5">
      <h2 className="speak text-26">{say('withdrawal.sure')}</h2>
      {refused?.failure && <Alert tone="danger">{errorText(say, refused.failure)}</Alert>}
      <p className="text-ink-2">{say('withdrawal.sure.text', { count: of.credits, date: format.day(of.bought_at) })}</p>
      <WithdrawalFacts of={of} />
      <p className="text-ink-2">{say(of.by_hand ? 'withdrawal.by-hand' : 'withdrawal.sure.method')}</p>
      <Form method="post" action={buildPath(of.payment)} className="grid gap-3">
        <input type="hidden" name="payment" value={of.payment} />
        {/* Hydration keeps the server's key, because attributes are not patched. */}
        <input type="hidden" name="key" value={key} suppressHydrationWarning />
        <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')}>
          {say('withdrawal.submit')}
        </Button>
        <LinkButton to={pathTo('withdrawal')} variant="quiet" wide>
          {say('common.cancel')}
        </LinkButton>
      </Form>
    </Card>
  );
}
