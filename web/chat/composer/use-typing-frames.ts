import { useRef } from 'react';

import { typingEveryMs } from '../../../contract/chat/limits.ts';
import { sendFrame } from '../../live/live-store.ts';

/** Reports that the member is typing, at most once a second. */
export function useTypingFrames(conversation: string | null): () => void {
  const saidAt = useRef(0);
  return () => {
    const now = Date.now();
    if (!conversation || now - saidAt.current < typingEveryMs) return;
    saidAt.current = now;
    sendFrame({ type: 'typing', conversation });
  };
}
