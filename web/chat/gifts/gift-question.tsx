import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import { type GiftAnswer, type GiftId, giftAnswers } from '../../../contract/chat/gifts.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Chip } from '../../ui/chip.tsx';
import { showToast } from '../../ui/toast.ts';

export interface GiftQuestionProps {
  message: Message;
  gift: GiftId;
  name: string;
  mayAnswer: boolean;
}

/** The question below a gift: both members answer with a tap, and see the other's answer once both have answered. */
export function GiftQuestion({ message, gift, name, mayAnswer }: GiftQuestionProps): ReactElement | null {
  const say = useSay();
  const { own = null, other = null, other_answered: isTurn = false } = message.answers ?? {};
  if (own === null && !mayAnswer) return null;
  const words = (answer: GiftAnswer): string => say(`chat.gift-answer-${answer}`, { gift });
  return (
    <section
      aria-label={say('chat.gift-question', { gift })}
      className="grid w-full max-w-[84%] gap-2 rounded-[18px] bg-surface px-4 py-3 inset-ring inset-ring-line md:max-w-[62%]"
    >
      <p className="font-semibold text-pretty">{say('chat.gift-question', { gift })}</p>
      {own === null && <Choices message={message} words={words} />}
      <div aria-live="polite" className="grid gap-1 text-13 text-pretty wrap-anywhere text-ink-2">
        {own === null && <p>{isTurn ? say('chat.gift-question-turn', { name }) : say('chat.gift-question-hint')}</p>}
        {own !== null && other === null && <p>{say('chat.gift-question-waits', { name, answer: words(own) })}</p>}
        {own !== null && other !== null && (
          <>
            <p>{say('chat.gift-question-yours', { answer: words(own) })}</p>
            <p>{say('chat.gift-question-theirs', { name, answer: words(other) })}</p>
            {own === other && <p className="font-semibold text-success">{say('chat.gift-question-same')}</p>}
          </>
        )}
      </div>
    </section>
  );
}

function Choices({ message, words }: { message: Message; words: (answer: GiftAnswer) => string }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const { id, conversation, seq } = message;
  const answering = useMutation({
    mutationFn: async (answer: GiftAnswer) => {
      const { answers } = await call('answerGift', { conversation, seq, answer });
      if (answers) applyToCaches(queries, { type: 'gift-answered', message: id, answers });
    },
    onError: (error) => {
      showToast({ tone: 'danger', children: errorText(say, error) });
      applyToCaches(queries, { type: 'send-refused' });
    },
  });
  const { isPending, variables } = answering;
  return (
    <div className="flex flex-wrap gap-2 py-1">
      {giftAnswers.map((answer) => (
        <Chip
          key={answer}
          on={isPending && variables === answer}
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && answering.mutate(answer)}
        >
          {words(answer)}
        </Chip>
      ))}
    </div>
  );
}
