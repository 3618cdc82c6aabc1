import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

import { useSay } from './sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { useMore } from './use-more.ts';

export interface LoadMoreProps {
  /** Whether there is more to load. */
  has: boolean;
  load: () => Promise<void>;
  /** Placeholders while loading. */
  waiting: ReactNode;
  /** Message when loading failed. */
  failed: string;
  /** Loads when scrolled near; otherwise only by the button. */
  bySelf?: boolean;
}

/** The end of a paged list, placed directly after it. After a press of the button, the first new entry gets focus. */
export function LoadMore({ has, load, waiting, failed, bySelf = true }: LoadMoreProps): ReactElement {
  const say = useSay();
  const { state, load: start, edge } = useMore(has && bySelf, load);
  const last = useRef<Element | null>(null);
  useEffect(() => {
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
