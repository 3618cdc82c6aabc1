import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { costWords } from './cost-words.ts';
import type { Composer } from './use-composer.ts';
import { useCreditsCost } from './use-credits-cost.ts';

/** Explains the price before the first message, and if a gift makes the next text free; also shows the length. */
export function PriceLine({ chat, writing }: { chat: Chat; writing: Composer }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { length, tooLong, cost, photo, short, foothold } = writing;
  const { value: money } = useCreditsCost(cost);
  const near = length > chat.message_length * 0.8;
  const explains = !short && (chat.free_answer || !chat.messages.some(({ own }) => own));
  if (!explains && length === 0) return null;
  return (
    <p
      className={cx(
        'flex items-start justify-between gap-4 px-2 text-12 text-ink-3',
        !explains && !near && 'max-md:hidden',
        // Above an open keyboard the quote needs the space; the button shows the price.
        foothold && !near && '[@media(max-height:500px)]:hidden',
      )}
    >
      {explains && (
        <span className="text-pretty">{costWords(say, chat, { cost, isPhoto: photo !== null, money })}</span>
      )}
      {length > 0 && (
        <span
          aria-hidden="true"
          className={cx(
            'ml-auto shrink-0 tabular-nums',
            !near && 'hidden md:inline',
            tooLong && 'font-bold text-danger',
          )}
        >
          {say('chat.count', { count: format.number(length), max: format.number(chat.message_length) })}
        </span>
      )}
    </p>
  );
}
