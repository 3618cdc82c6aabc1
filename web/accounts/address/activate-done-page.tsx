import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, Form, redirect, redirectDocument, useNavigate, useSearchParams } from 'react-router';

import { CallError, call } from '../../platform/calls/call.ts';
import { readFields } from '../../platform/pages/form-action.ts';
import { callInProcess, definePage, readContext } from '../../platform/pages/page.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { ResendActivation } from './resend-activation.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { AddressConfirmed } from './address-confirmed.tsx';

const page = definePage('activate-done', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Confirms by a button without JavaScript. Opening the link alone, as mail scanners do, does not use the token. */
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
  const broken = !(error instanceof CallError) || error.body.error !== 'activation.failed';
  return pathTo('activate-error') + (broken ? '?broken' : '');
}

/** Target of the activation mail: confirms the address and shows the next steps. */
export default function ActivateDonePage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const token = useToken();
  const isDone = useActivation(token);
  const { data: user } = useQuery(userQuery);
  if (isDone || query.has('confirmed') || (token === '' && user?.status === 'active')) return <AddressConfirmed />;
  if (token !== '') return <Confirming token={token} />;
  return (
    <AccessFrame title={say('accounts.confirm-title')} lead={say('accounts.confirm-lead')}>
      {user ? <ResendActivation wide /> : <LinkButton to={pathTo('login')}>{say('accounts.log-in')}</LinkButton>}
    </AccessFrame>
  );
}

/**
 * Confirms once, after hydration. A mail gateway's scanner that runs scripts also confirms. That is fine: it receives
 * the mail of this address. The member who opens the link later sees the same confirmation.
 */
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

/** Reads a link's token for immediate use and removes it from the address, and thereby from history. */
function useToken(): string {
  const [query] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
