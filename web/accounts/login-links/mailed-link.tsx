import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Form, useActionData, useLocation, useNavigation, useSearchParams } from 'react-router';

import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { errorText } from '../../platform/calls/errors.ts';
import type { RefusedForm } from '../../platform/pages/form-action.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export interface TokenFormProps {
  token: string;
  failure: ErrorBody | null | undefined;
  label: string;
  action?: string | undefined;
  children?: ReactNode;
}

/** Uses the token of a link by a button: opening the link alone, as mail scanners do, changes nothing. */
export function TokenForm({ token, failure, label, action, children }: TokenFormProps): ReactElement {
  const say = useSay();
  const busy = useNavigation().state === 'submitting';
  return (
    <>
      {failure && <Alert tone="danger">{errorText(say, failure)}</Alert>}
      <Form method="post" action={action} className="grid">
        <input type="hidden" name="token" value={token} />
        {children}
        <Button type="submit" wide busy={busy}>
          {label}
        </Button>
      </Form>
    </>
  );
}

/** Shown until `useLink` has read the link. Without JavaScript nothing reads it, and `expired` is shown. */
export function LinkAwaited({ expired }: { expired: ReactNode }): ReactElement {
  const say = useSay();
  return (
    <>
      <Loading label={say('common.loading')} className="noscript:hidden">
        <Skeleton shape="block" className="h-12" />
      </Loading>
      <noscript>
        <div className="grid gap-6">{expired}</div>
      </noscript>
    </>
  );
}

/** The key in the history entry's state, beside the router's own. */
const keptAs = 'link';

/**
 * Returns the query of a mailed link; null until it is read, empty if there is none. It moves from the address to the
 * history entry: copied links have no token, and reloads work. Without JavaScript, it is the refused form's query.
 */
export function useLink(): URLSearchParams | null {
  const [query] = useSearchParams();
  const typed = useActionData<RefusedForm>()?.typed;
  const { key: entry } = useLocation();
  const [link, setLink] = useState(() => {
    if (query.has('token')) return query.toString();
    return typed?.['token'] ? new URLSearchParams(typed).toString() : null;
  });
  useEffect(() => {
    if (link === null) setLink(readKept());
    // A refused form has replaced the history entry.
    else if (link !== '') history.replaceState({ ...readState(), [keptAs]: link }, '', location.pathname);
  }, [link, entry]);
  return useMemo(() => (link === null ? null : new URLSearchParams(link)), [link]);
}

function readState(): Record<string, unknown> {
  return (history.state ?? {}) as Record<string, unknown>;
}

function readKept(): string {
  const kept = readState()[keptAs];
  return typeof kept === 'string' ? kept : '';
}
