import type { ReactElement } from 'react';

import { useSay } from '../../platform/sentences.tsx';

/** Says that the other member is typing: in words, and with three dots where the message will be. */
export function TypingBubble(): ReactElement {
  const say = useSay();
  return (
    <div className="mt-2 flex animate-rise items-center gap-2.5">
      <span
        aria-hidden="true"
        className="typing-dots inline-flex items-center gap-1.25 rounded-[18px] rounded-bl-[6px] bg-bubble-other px-4 py-3.5 shadow-e1"
      >
        <i />
        <i />
        <i />
      </span>
      <span className="text-12 text-ink-3">{say('chat.typing')}</span>
    </div>
  );
}
