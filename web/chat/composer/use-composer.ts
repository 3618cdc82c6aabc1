import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { Foothold } from '../../../contract/chat/foothold.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import { isTooLong } from '../../../contract/chat/message-text.ts';
import { countCodePoints, isBlank } from '../../../contract/platform/text.ts';
import { nextTextPrice } from '../../../contract/chat/text-price.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { useFoothold } from '../foothold/use-foothold.ts';
import { useDraftText } from './use-draft-text.ts';
import { usePhotoDraft } from './use-photo-draft.ts';
import { findFileFault, faultText } from '../../photos/photo-rules.ts';
import { putInOutbox, useOutbox } from '../outbox/outbox-view.ts';
import type { NewEntry } from '../outbox/outbox-entry.ts';

export interface Composer {
  text: string;
  photo: Blob | null;
  /** Why the last file cannot be sent. */
  photoFault: string | null;
  /** The part of the profile that the message refers to. */
  foothold: Foothold | null;
  /** The price of the message, in credits. */
  cost: number;
  length: number;
  tooLong: boolean;
  /** True if the balance is too low. The text is kept. */
  short: boolean;
  canSend: boolean;
  /** Messages sent from here since the page was opened. */
  sent: number;
  setText: (text: string) => void;
  /** Appends a text to the draft, and sets its foothold. The function is stable. */
  putBack: (text: string, foothold: Foothold | null) => void;
  /** Takes a chosen, pasted or dropped file if it can be sent. */
  takeFile: (file: File) => void;
  dropPhoto: () => void;
  setFoothold: (foothold: Foothold | null) => void;
  send: () => void;
  sendGift: (gift: GiftId, credits: number, note: string) => void;
}

/** A message being written to a member, kept as a draft until it is sent. */
export function useComposer(chat: Chat): Composer {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const member = user?.id ?? '';
  const profile = chat.profile.id;
  const { text, setText, addText, clear } = useDraftText(member, profile);
  // A text that waits in the outbox counts as the first answer already.
  const isAnswered = useOutbox(profile).some(({ kind, state }) => kind === 'text' && state !== 'failed');
  const [photo, setPhoto] = usePhotoDraft(member, profile);
  const [foothold, setFoothold] = useFoothold(member, profile);
  const [photoFault, setPhotoFault] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  const putBack = useCallback(
    (back: string, taken: Foothold | null) => {
      if (taken) setFoothold(taken);
      addText(back);
    },
    [addText, setFoothold],
  );

  const put = (part: Pick<NewEntry, 'kind' | 'text' | 'gift' | 'foothold' | 'photo' | 'credits'>): Promise<void> => {
    setSent((count) => count + 1);
    setPhotoFault(null);
    return putInOutbox(member, { ...part, key: newKey(), profile, at: new Date().toISOString() });
  };

  const takeFile = (file: File): void => {
    const fault = findFileFault(file);
    setPhotoFault(fault && faultText(say, fault));
    if (fault === null) setPhoto(file);
  };
  const length = countCodePoints(text);
  const tooLong = isTooLong(text, chat);
  const cost = computeCost(chat, { photo, isAnswered });
  const short = chat.bar === 'credits' || !canPay(chat.credits, cost);
  const hasContent = photo !== null || !isBlank(text);
  const canSend = hasContent && !tooLong && !short;

  const send = (): void => {
    if (!canSend) return;
    const words = isBlank(text) ? null : text.trim();
    const message = { kind: photo ? 'photo' : 'text', text: words, gift: null, foothold, credits: cost } as const;
    const safe = put({ ...message, photo: photo ?? undefined });
    clear(safe);
    if (photo) setPhoto(null, safe);
    setFoothold(null);
  };
  const sendGift = (gift: GiftId, credits: number, note: string): void =>
    void put({ kind: 'gift', text: isBlank(note) ? null : note.trim(), gift, credits });
  const shown = { text, photo, photoFault, foothold, cost, length, tooLong, short, canSend, sent };
  return { ...shown, setText, putBack, takeFile, dropPhoto: () => setPhoto(null), setFoothold, send, sendGift };
}

/** The price of sending, in credits. The first text that answers has a price of its own. */
function computeCost(chat: Chat, { photo, isAnswered }: { photo: Blob | null; isAnswered: boolean }): number {
  if (photo) return chat.photo_credits;
  return isAnswered ? chat.message_credits : nextTextPrice(chat);
}
