import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Headers of the pages that mails lead to: the token in their address goes nowhere. */
export function tokenHeaders(): HeadersInit {
  return { 'referrer-policy': 'no-referrer' };
}

/** The same for the page itself, also where it was opened without a request of its own. */
export function NoReferrer(): ReactElement {
  return <meta name="referrer" content="no-referrer" />;
}

/** The token of the address, which then forgets it: neither history nor a copied address carries it on. */
export function useToken(): string {
  const [query] = useSearchParams();
  const [token] = useState(query.get('token') ?? '');
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
