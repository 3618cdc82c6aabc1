import { useEffect, useState } from 'react';

import { suggestEmail } from './suggest-email.ts';

/** The likely intended address for one that bounces; undefined until found, or if there is none. */
export function useSuggestedEmail(email: string | null): string | undefined {
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    // Without the list of domains there is no suggestion.
    if (email !== null) suggestEmail(email).then(setMeant, () => undefined);
  }, [email]);
  return email === null ? undefined : meant;
}
