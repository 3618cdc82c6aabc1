import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type MoreState = 'idle' | 'loading' | 'failed';

export interface More {
  state: MoreState;
  load: () => void;
  /** Marks the end of the loaded part. */
  edge: RefObject<HTMLDivElement | null>;
}

/** Loads more when the edge comes near the screen, while `has` is true, or on request. */
export function useMore(has: boolean, loadMore: () => Promise<void>): More {
  const edge = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const [state, setState] = useState<MoreState>('idle');

  const load = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    setState('loading');
    const end = (next: MoreState): void => {
      busy.current = false;
      setState(next);
    };
    loadMore().then(
      () => end('idle'),
      () => end('failed'),
    );
  }, [loadMore]);

  useEffect(() => {
    const box = edge.current;
    if (!box || !has || state !== 'idle') return undefined;
    const watcher = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && load(), {
      root: box.closest('[data-scroller]'),
      rootMargin: '400px 0px',
    });
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [has, state, load]);

  return { state, load, edge };
}
