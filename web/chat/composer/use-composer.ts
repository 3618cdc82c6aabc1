import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { Quote } from '../../../contract/chat/quote.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import { isTooLong } from '../../../contract/chat/message-text.ts';
import { countCodePoints, isBlank } from '../../../contract/platform/text.ts';
import { nextTextPrice } from '../../../contract/chat/text-price.ts';
import { toId } from '../../../contract/platform/id.ts';
import { newKey } from '../../platform/calls/idempotency-key.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useDraftText, usePhotoDraft, useQuote } from './use-drafts.ts';
import { findFileFault, faultText } from '../../photos/photo-rules.ts';
import { outbox, useOutbox } from '../outbox/outbox.ts';
import type { NewEntry } from '../outbox/outbox-entry.ts';

export type Composer = ReturnType<typeof useComposer>;

export function useComposer(chat: Chat) {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const member = toId<MemberId>(user?.id);
  const profile = chat.profile.id;
  const { text, setText, addText, clear } = useDraftText(member, profile);
  // A text that waits in the outbox counts as the first reply already.
  const waiting = useOutbox(profile).filter(({ state }) => state !== 'failed');
  const isAnswered = waiting.some(({ kind }) => kind === 'text');
  const [photo, setPhoto] = usePhotoDraft(member, profile);
  const [quote, setQuote] = useQuote(member, profile);
  const [photoFault, setPhotoFault] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  /** Appends a text to the draft, and sets its quote. The function is stable. */
  const putBack = useCallback(
    (words: string, newQuote: Quote | null) => {
      if (newQuote) setQuote(newQuote);
      addText(words);
    },
    [addText, setQuote],
  );

  const put = (part: Pick<NewEntry, 'kind' | 'text' | 'gift' | 'quote' | 'photo' | 'credits'>): Promise<void> => {
    setSent((count) => count + 1);
    setPhotoFault(null);
    return outbox.put(member, { ...part, key: newKey(), profile, at: new Date().toISOString() });
  };

  const selectPhoto = (file: File): void => {
    const fault = findFileFault(file);
    setPhotoFault(fault && faultText(say, fault));
    if (fault === null) setPhoto(file);
  };
  const length = countCodePoints(text);
  const tooLong = isTooLong(text, chat);
  const cost = computeCost(chat, { photo, isAnswered });
  /** The balance is too low; the text is kept. */
  const cannotPay = chat.send_blocker === 'credits' || !canPay(chat.credits, cost);
  const hasContent = photo !== null || !isBlank(text);
  const canSend = hasContent && !tooLong && !cannotPay;
  // Ends when the message is sent, not when it arrives: the buttons must not move under the next tap.
  const isFirst = waiting.length === 0 && !chat.messages.some(({ own }) => own);
  const explainsPrice = !cannotPay && (chat.free_answer ? !isAnswered : isFirst);

  const send = (): void => {
    if (!canSend) return;
    const words = isBlank(text) ? null : text.trim();
    const message = { kind: photo ? 'photo' : 'text', text: words, gift: null, quote, credits: cost } as const;
    const safe = put({ ...message, photo: photo ?? undefined });
    clear(safe);
    if (photo) setPhoto(null, safe);
    setQuote(null);
  };
  const sendGift = (gift: GiftId, credits: number, note: string): void =>
    void put({ kind: 'gift', text: isBlank(note) ? null : note.trim(), gift, credits });
  const dropPhoto = (): void => setPhoto(null);
  const shown = { text, photo, photoFault, quote, cost, length, tooLong, cannotPay, canSend, explainsPrice, sent };
  return { ...shown, setText, putBack, selectPhoto, dropPhoto, setQuote, send, sendGift };
}

/** Returns the price of sending, in credits. The first reply has a price of its own. */
function computeCost(chat: Chat, { photo, isAnswered }: { photo: Blob | null; isAnswered: boolean }): number {
  if (photo) return chat.photo_credits;
  return isAnswered ? chat.message_credits : nextTextPrice(chat);
}
