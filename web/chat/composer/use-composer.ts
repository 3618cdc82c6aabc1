import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Chat } from '../../../contract/chat.ts';
import type { Foothold } from '../../../contract/foothold.ts';
import type { GiftId } from '../../../contract/gifts.ts';
import { canPay } from '../../../contract/can-pay.ts';
import { countCodePoints, isBlank, isTooLong } from '../../../contract/text.ts';
import { nextTextPrice } from '../../../contract/text-price.ts';
import { newKey } from '../../idempotency-key.ts';
import { userQuery } from '../../queries.ts';
import { useFoothold } from '../foothold/use-foothold.ts';
import { keepDraft, readDraft, openDraft, withText } from './drafts.ts';
import { usePhotoDraft } from './use-photo-draft.ts';
import { inPageTo, putInOutbox, useOutbox } from '../outbox/outbox-view.ts';
import type { NewEntry } from '../outbox/outbox-entry.ts';

export interface Composer {
  text: string;
  photo: Blob | null;
  /** What the message takes up from the profile. */
  foothold: Foothold | null;
  /** What sending costs, in credits. */
  cost: number;
  length: number;
  tooLong: boolean;
  /** Whether the balance is too low. The text is kept. */
  short: boolean;
  canSend: boolean;
  setText: (text: string) => void;
  /** Appends a text to what is written, with what it took up. The function is stable. */
  putBack: (text: string, foothold: Foothold | null) => void;
  setPhoto: (photo: Blob | null) => void;
  setFoothold: (foothold: Foothold | null) => void;
  send: () => void;
  sendGift: (gift: GiftId, credits: number, note: string) => void;
}

/** A message being written to a member, kept as a draft until it is sent. */
export function useComposer(chat: Chat): Composer {
  const { data: user } = useQuery(userQuery);
  const member = user?.id ?? '';
  const profile = chat.profile.id;
  const [text, setOwnText] = useState('');
  // A text that waits in the outbox is the first answer already.
  const isAnswered = useOutbox(profile).some(({ kind, state }) => kind === 'text' && state !== 'failed');
  const [photo, setPhoto] = usePhotoDraft(member, profile);
  const [foothold, setFoothold] = useFoothold(member, profile);
  const written = useRef(false);
  const latest = useRef('');

  const setText = useCallback(
    (next: string) => {
      written.current = true;
      latest.current = next;
      setOwnText(next);
      keepDraft(member, profile, next);
    },
    [member, profile],
  );

  // The draft of this browser appears once the page is hydrated; what other devices wrote, and other pages brought, follows.
  useEffect(() => {
    const show = (next: string): void => {
      if (next === latest.current) return;
      written.current = false;
      latest.current = next;
      setOwnText(next);
    };
    const kept = readDraft(member, profile);
    // On its way, and kept only until it is stored or sent: as right after it was sent, the box is empty.
    if (kept !== '' && inPageTo(profile).some((entry) => entry.text === kept.trim())) written.current = true;
    if (!written.current) show(kept);
    openDraft({ profile, typed: () => (written.current ? latest.current : null), show });
  }, [member, profile]);

  const putBack = useCallback(
    (back: string, taken: Foothold | null) => {
      if (taken) setFoothold(taken);
      written.current = true;
      setOwnText((now) => {
        const next = withText(now, back);
        latest.current = next;
        keepDraft(member, profile, next);
        return next;
      });
    },
    [member, profile, setFoothold],
  );

  const put = (part: Pick<NewEntry, 'kind' | 'text' | 'gift' | 'foothold' | 'photo' | 'credits'>): Promise<void> =>
    putInOutbox(member, { ...part, key: newKey(), profile, at: new Date().toISOString() });

  const length = countCodePoints(text);
  const tooLong = isTooLong(text, chat);
  const cost = costOf(chat, { photo, isAnswered });
  const short = chat.bar === 'credits' || !canPay(chat.credits, cost);
  const hasContent = photo !== null || !isBlank(text);
  const canSend = hasContent && !tooLong && !short;

  const send = (): void => {
    if (!canSend) return;
    const words = isBlank(text) ? null : text.trim();
    const message = { kind: photo ? 'photo' : 'text', text: words, gift: null, foothold, credits: cost } as const;
    written.current = true;
    latest.current = '';
    setOwnText('');
    // What is being sent stays a draft until the outbox has it, or has sent it. Meanwhile the next one may have begun.
    const safe = put({ ...message, photo: photo ?? undefined });
    void safe.then(() => readDraft(member, profile) === text && keepDraft(member, profile, ''));
    if (photo) setPhoto(null, safe);
    setFoothold(null);
  };
  const sendGift = (gift: GiftId, credits: number, note: string): void =>
    void put({ kind: 'gift', text: isBlank(note) ? null : note.trim(), gift, credits });
  const shown = { text, photo, foothold, cost, length, tooLong, short, canSend };
  return { ...shown, setText, putBack, setPhoto, setFoothold, send, sendGift };
}

/** What sending costs, in credits. The first text in answer has a price of its own. */
function costOf(chat: Chat, { photo, isAnswered }: { photo: Blob | null; isAnswered: boolean }): number {
  if (photo) return chat.photo_credits;
  return isAnswered ? chat.message_credits : nextTextPrice(chat);
}
