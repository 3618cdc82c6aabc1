import { useEffect, useMemo, useState } from 'react';
import { useActionData, useLocation, useSearchParams } from 'react-router';

import type { RefusedForm } from '../form-action.ts';

/** In the state of the entry in the history, beside what the router keeps there. */
const keptAs = 'link';

/**
 * The query of the link in an e-mail. It is removed from the address, so that history and copied links do not contain the
 * token, and kept with this tab's entry, so that the page can be loaded again. Null until that was looked at; empty where
 * there is none. Without a script it is that of the form which was refused.
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
    // A form that was refused has made the entry anew.
    else if (link !== '') history.replaceState({ ...stateOf(), [keptAs]: link }, '', location.pathname);
  }, [link, entry]);
  return useMemo(() => (link === null ? null : new URLSearchParams(link)), [link]);
}

function stateOf(): Record<string, unknown> {
  return (history.state ?? {}) as Record<string, unknown>;
}

function readKept(): string {
  const kept = stateOf()[keptAs];
  return typeof kept === 'string' ? kept : '';
}
