import { useEffect, useState } from 'react';

/** Returns the corrected address for a likely typo, or undefined. The list of providers is loaded on first use. */
export async function suggestEmail(email: string): Promise<string | undefined> {
  const at = email.lastIndexOf('@') + 1;
  const { suggestDomain } = await import('./suggest-domain.ts');
  const meant = suggestDomain(email.slice(at));
  return at === 0 || meant === undefined ? undefined : email.slice(0, at) + meant;
}

/** Returns the likely intended address for one that bounces; undefined until found, or if there is none. */
export function useSuggestedEmail(email: string | null): string | undefined {
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    // Without the list of domains there is no suggestion.
    if (email !== null) suggestEmail(email).then(setMeant, () => undefined);
  }, [email]);
  return email === null ? undefined : meant;
}
