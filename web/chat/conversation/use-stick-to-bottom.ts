import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near the end the reader counts as reading along. */
const nearPx = 80;

export interface Stick {
  scroller: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  onScroll: () => void;
  toEnd: () => void;
}

/**
 * Keeps the place in a conversation. The scroller is laid out from its end, so older messages push in above without
 * moving anything, and at the end it stays there. What this adds: a reader further up is not moved by what arrives below.
 */
export function useStick(lastKey: string | undefined): Stick {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [atEnd, setAtEnd] = useState(true);

  // Distances are counted from the end: scrollTop is 0 there and negative above it.
  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    height.current = box.scrollHeight;
    setAtEnd(box.scrollTop > -nearPx);
  }, []);

  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' }), []);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const grown = box.scrollHeight - height.current;
    if (height.current > 0 && box.scrollTop < -nearPx) box.scrollTop -= grown;
    height.current = box.scrollHeight;
  }, [lastKey]);

  // Rows far from the screen have an estimated height. When one gets its real height, no message has arrived.
  useEffect(() => {
    const box = scroller.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const watcher = new ResizeObserver(() => {
      height.current = box.scrollHeight;
    });
    watcher.observe(content);
    return () => watcher.disconnect();
  }, []);

  return { scroller, atEnd, onScroll, toEnd };
}
