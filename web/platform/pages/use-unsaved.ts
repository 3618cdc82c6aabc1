import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { forget, keep, readKept } from '../storage/member-storage.ts';
import { userQuery } from '../calls/queries.ts';

interface Unsaved {
  words: string;
  saved: string;
}

/**
 * Restores unsaved words to the same member. `words` is null if nothing is unsaved. `saved` is the text that the words
 * would replace; if it has changed meanwhile, they are dropped. Returns a function that drops them.
 */
export function useUnsaved(
  name: string,
  words: string | null,
  restore: (words: string) => void,
  saved = '',
): () => void {
  const { data: user } = useQuery(userQuery);
  const member = user?.id;
  const key = `unsaved.${name}`;
  const hasBegun = useRef(false);
  const giveBack = useEffectEvent(restore);
  useEffect(() => {
    if (member === undefined) return;
    const kept = hasBegun.current || words !== null ? null : (readKept(member, key) as Unsaved | null);
    hasBegun.current = true;
    if (kept?.saved === saved) giveBack(kept.words);
    else if (words === null) forget(member, key);
    else keep(member, key, { words, saved } satisfies Unsaved);
  }, [member, key, words, saved]);
  return () => void (member !== undefined && forget(member, key));
}
