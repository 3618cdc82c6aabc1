import type { ReactElement } from 'react';
import { type ActionFunctionArgs, Form, data, useActionData, useNavigation, useSearchParams } from 'react-router';

import type { ErrorBody } from '../../contract/platform/errors.ts';
import { CallError } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { submitForm, readFields } from '../platform/pages/form-action.ts';
import { callInProcess, definePage, readContext } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { type Withdrawal, WithdrawalFacts } from './withdrawal-facts.tsx';

const page = definePage('withdrawal-confirm', { parts: ['withdrawal', 'payments'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

interface Confirmed {
  failure: ErrorBody | null;
  withdrawal: Withdrawal | null;
}

/** Confirms by the button: opening the link alone, as mail scanners do, changes nothing. */
export async function action({ request, context }: ActionFunctionArgs): Promise<ReturnType<typeof data<Confirmed>>> {
  const { request: id = '', token = '' } = await readFields(request);
  try {
    const withdrawal = await callInProcess(readContext(context))('confirmDeclaration', { request: id, token });
    return data({ failure: null, withdrawal });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return data({ failure: error.body, withdrawal: null }, { status: error.status });
  }
}

export const clientAction = submitForm;

/** Target of the mail that asks whether a declaration made without a login is genuine. */
export default function ConfirmPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const posted = useActionData<Confirmed>();
  const busy = useNavigation().state === 'submitting';
  const { withdrawal, failure } = posted ?? {};
  return (
    <div className="mx-auto grid w-full max-w-[560px] gap-5 px-4 pt-8 pb-12 md:pt-12">
      <Title>{say('withdrawal.title')}</Title>
      <h1 className="speak text-26 text-balance md:text-34">
        {say(withdrawal ? 'withdrawal.done' : 'withdrawal.title')}
      </h1>
      {withdrawal ? (
        <>
          <p role="status" className="font-semibold">
            {say(`withdrawal.state.${withdrawal.state}`)}
          </p>
          <WithdrawalFacts of={withdrawal} />
          <LinkButton to={pathTo('index')} variant="quiet">
            {say('common.close')}
          </LinkButton>
        </>
      ) : (
        <Form method="post" action={pathTo('withdrawal-confirm')} className="grid gap-4">
          {failure && <Alert tone="danger">{errorText(say, failure)}</Alert>}
          <p className="text-ink-2">{say('withdrawal.link.intro')}</p>
          <input type="hidden" name="request" value={query.get('request') ?? ''} />
          <input type="hidden" name="token" value={query.get('token') ?? ''} />
          <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')}>
            {say('withdrawal.submit')}
          </Button>
        </Form>
      )}
    </div>
  );
}
