import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, Form, redirect, redirectDocument, useNavigate, useSearchParams } from 'react-router';

import { CallError, call } from '../call.ts';
import { readFields } from '../form-action.ts';
import { callInProcess, definePage, readContext } from '../page.ts';
import { userQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { ResendActivation } from '../shell/resend-activation.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { AccessFrame } from './access-frame.tsx';
import { useToken } from './use-token.ts';

const page = definePage('activate-done', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/**
 * Confirms by a button where there is no script. Opening the link alone, as mail scanners do, does not use the token.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { token = '' } = await readFields(request);
  try {
    await callInProcess(readContext(context))('activateAccount', { token });
    return redirectDocument(`${pathTo('activate-done')}?confirmed`);
  } catch (error) {
    return redirect(errorPath(error));
  }
}

function errorPath(error: unknown): string {
  const broken = !(error instanceof CallError) || error.status >= 500;
  return pathTo('activate-error') + (broken ? '?broken' : '');
}

/** Target of the activation e-mail: confirms the address and shows the next steps. */
export default function ActivateDonePage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const token = useToken();
  const isDone = useActivation(token);
  const { data: user } = useQuery(userQuery);
  if (isDone || query.has('confirmed') || (token === '' && user?.status === 'active')) return <Confirmed />;
  if (token !== '') return <Confirming token={token} />;
  return (
    <AccessFrame title={say('accounts.confirm-title')} lead={say('accounts.confirm-lead')}>
      {user ? <ResendActivation wide /> : <LinkButton to={pathTo('login')}>{say('accounts.log-in')}</LinkButton>}
    </AccessFrame>
  );
}

/** Confirms once, after hydration. */
function useActivation(token: string): boolean {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const asked = useRef(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (token === '' || asked.current) return;
    asked.current = true;
    call('activateAccount', { token }).then(
      () => {
        setDone(true);
        void queries.invalidateQueries({ queryKey: userQuery.queryKey });
      },
      (error: unknown) => void navigate(errorPath(error), { replace: true }),
    );
  }, [token, queries, navigate]);
  return isDone;
}

function Confirming({ token }: { token: string }): ReactElement {
  const say = useSay();
  return (
    <AccessFrame title={say('accounts.confirm-title')} lead={say('accounts.confirming-lead')}>
      <Form method="post" action={pathTo('activate-done')} reloadDocument>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" wide>
          {say('accounts.confirm')}
        </Button>
      </Form>
    </AccessFrame>
  );
}

function Confirmed(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return (
    <AccessFrame title={say('accounts.confirmed-title')} lead={say('accounts.confirmed-lead')}>
      <Alert tone="success">{say('accounts.confirmed')}</Alert>
      <div className="grid gap-3">
        {user ? (
          <>
            <LinkButton to={pathTo('members')} wide>
              {say('accounts.see-members')}
            </LinkButton>
            <LinkButton to={pathTo('profile')} variant="quiet" wide>
              {say('accounts.finish-profile')}
            </LinkButton>
          </>
        ) : (
          <LinkButton to={pathTo('login')} wide>
            {say('accounts.log-in')}
          </LinkButton>
        )}
      </div>
    </AccessFrame>
  );
}
