import type { ReactElement } from 'react';

/** The other member is writing. The line under their name says it in words. */
export function TypingBubble(): ReactElement {
  return (
    <div
      aria-hidden="true"
      className="typing-dots mt-2 inline-flex animate-rise items-center gap-1.25 self-start rounded-[18px] rounded-bl-[6px] bg-bubble-other px-4 py-3.5 shadow-e1"
    >
      <i />
      <i />
      <i />
    </div>
  );
}
