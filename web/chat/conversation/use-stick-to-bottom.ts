import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance of the end, the reader follows new messages. */
const nearPx = 80;

export interface Stick {
  scroller: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  onScroll: () => void;
  toEnd: (behavior: ScrollBehavior) => void;
}

/**
 * Keeps the scroll position in a conversation. The scroller is laid out from its end, so older messages are added
 * above without moving anything, and at the end it stays there. This hook adds two things: messages that arrive below
 * do not move a reader further up, and messages loaded below a part (`isPart`) move no reader.
 */
export function useStick(lastKey: string | undefined, isPart: boolean): Stick {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [atEnd, setAtEnd] = useState(true);

  // Distances are measured from the end: scrollTop is 0 there and negative above it.
  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    height.current = box.scrollHeight;
    setAtEnd(box.scrollTop > -nearPx);
  }, []);

  const wantsEnd = useRef(false);
  const wasPart = useRef(isPart);
  const toEnd = useCallback((behavior: ScrollBehavior) => {
    // From a part, the end changes once the latest messages are rendered.
    wantsEnd.current = wasPart.current;
    scroller.current?.scrollTo({ top: 0, behavior: wasPart.current ? 'instant' : behavior });
  }, []);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const grown = box.scrollHeight - height.current;
    const stays = box.scrollTop < -nearPx || (wasPart.current && !wantsEnd.current);
    if (wantsEnd.current) box.scrollTop = 0;
    else if (height.current > 0 && stays) box.scrollTop -= grown;
    wantsEnd.current = false;
    wasPart.current = isPart;
    height.current = box.scrollHeight;
  }, [lastKey, isPart]);

  // Rows far from the screen have an estimated height. When a row gets its real height, no message has arrived.
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
