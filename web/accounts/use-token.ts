import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The token of the URL, which is then removed from it, so that history and copied links do not contain it. */
export function useToken(): string {
  const [query] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
