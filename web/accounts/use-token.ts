import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** The token of the address, which then forgets it: neither history nor a copied address carries it on. */
export function useToken(): string {
  const [query] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
