import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Reads a link's token for immediate use and removes it from the address, and thereby from history. */
export function useToken(): string {
  const [query] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
