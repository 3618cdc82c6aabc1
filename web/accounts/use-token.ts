import { useEffect, useState } from 'react';
import { useActionData, useSearchParams } from 'react-router';

import type { RefusedForm } from '../form-action.ts';

/**
 * The token of the URL, which is then removed from it, so that history and copied links do not contain it; without a
 * script that of the form which was refused.
 */
export function useToken(): string {
  const [query] = useSearchParams();
  const refused = useActionData<RefusedForm>();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return refused?.typed['token'] ?? token;
}
