import { type ReactElement, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { useSay } from './sentences/sentences.tsx';

export interface LoadMoreProps {
  has: boolean;
  load: () => Promise<void>;
  waiting: ReactNode;
  failed: string;
  /** Loads when scrolled near; otherwise only by the button. */
  bySelf?: boolean;
}

/** The end of a paged list, placed directly after it. After a press of the button, the first new entry gets focus. */
export function LoadMore({ has, load, waiting, failed, bySelf = true }: LoadMoreProps): ReactElement {
  const say = useSay();
  const { state, load: start, edge } = useMore(has && bySelf, load);
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const next = last.current?.nextElementSibling;
    if (!next) return;
    last.current = null;
    next.querySelector<HTMLElement>('a, button')?.focus();
  });
  const ask = (): void => {
    last.current = edge.current?.previousElementSibling?.lastElementChild ?? null;
    start();
  };
  return (
    <div ref={edge}>
      {has && (
        <div className="grid gap-4 py-4">
          {state === 'loading' && <Loading label={say('common.loading')}>{waiting}</Loading>}
          {state === 'failed' && <Alert tone="danger">{failed}</Alert>}
          <Button variant="second" size="sm" className="justify-self-center" busy={state === 'loading'} onClick={ask}>
            {say(state === 'failed' ? 'common.retry' : 'common.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Loads more when the edge comes near the screen, while `has` is true, or on request. */
export function useMore(has: boolean, loadMore: () => Promise<void>) {
  const edge = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  const load = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    setState('loading');
    const end = (next: typeof state): void => {
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
