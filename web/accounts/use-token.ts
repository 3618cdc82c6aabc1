import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The token of a link that its page uses at once, removed from the address, so that history and copied links do not contain it. */
export function useToken(): string {
  const [query] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
