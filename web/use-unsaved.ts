import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { keep, readKept } from './chat/member-storage.ts';
import { userQuery } from './queries.ts';

interface Unsaved {
  words: string;
  saved: string;
}

/**
 * Keeps words in this browser until they are saved, and gives them back to their member when the form is open again: after
 * a reload, or after a session that ended meanwhile. `words`: null when nothing is unsaved. `saved`: what they would replace;
 * once that has changed, they are saved already, or others were later, and they are dropped. Returns what drops them.
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
    else keep(member, key, words === null ? null : ({ words, saved } satisfies Unsaved));
  }, [member, key, words, saved]);
  return () => void (member !== undefined && keep(member, key, null));
}
