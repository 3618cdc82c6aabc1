import { useEffect, useMemo, useState } from 'react';
import { useActionData, useLocation, useSearchParams } from 'react-router';

import type { RefusedForm } from '../platform/form-action.ts';

/** The key in the history entry's state, beside the router's own. */
const keptAs = 'link';

/**
 * The query of an emailed link, or null until it is read; empty if there is none. The query is removed from the
 * address, so that history and copied links do not contain the token, and kept in the history entry, so that reloads
 * work. Without JavaScript, it is the query of the refused form.
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
