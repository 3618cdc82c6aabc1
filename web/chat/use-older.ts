import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { call } from '../call.ts';
import { loadOlder } from './chat-queries.ts';

export type OlderState = 'idle' | 'loading' | 'failed';

/** Loads older messages when `edge` comes near the screen, or when asked. */
export function useOlder(
  conversation: string | null,
  hasOlder: boolean,
): { state: OlderState; load: () => void; edge: RefObject<HTMLDivElement | null> } {
  const queries = useQueryClient();
  const edge = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const [state, setState] = useState<OlderState>('idle');

  const load = useCallback(() => {
    if (!conversation || busy.current) return;
    busy.current = true;
    setState('loading');
    loadOlder(queries, call, conversation).then(
      () => {
        busy.current = false;
        setState('idle');
      },
      () => {
        busy.current = false;
        setState('failed');
      },
    );
  }, [queries, conversation]);

  useEffect(() => {
    const box = edge.current;
    if (!box || !hasOlder || state !== 'idle') return;
    const watcher = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && load(), {
      root: box.closest('[data-scroller]'),
      rootMargin: '400px 0px 0px',
    });
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [hasOlder, state, load]);

  return { state, load, edge };
}
