import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { Quote } from '../../../contract/chat/quote.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import { isTooLong } from '../../../contract/chat/message-text.ts';
import { countCodePoints, isBlank } from '../../../contract/platform/text.ts';
import { nextTextPrice } from '../../../contract/chat/text-price.ts';
import { toId } from '../../../contract/platform/id.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { isHydrating } from '../../platform/hydrated.ts';
import { drafts, withText } from './drafts.ts';
import type * as Stored from './photo-drafts.ts';
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
  const isAnswered = useOutbox(profile).some(({ kind, state }) => kind === 'text' && state !== 'failed');
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

  const takeFile = (file: File): void => {
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
  const shown = { text, photo, photoFault, quote, cost, length, tooLong, cannotPay, canSend, sent };
  return { ...shown, setText, putBack, takeFile, dropPhoto, setQuote, send, sendGift };
}

/** The price of sending, in credits. The first reply has a price of its own. */
function computeCost(chat: Chat, { photo, isAnswered }: { photo: Blob | null; isAnswered: boolean }): number {
  if (photo) return chat.photo_credits;
  return isAnswered ? chat.message_credits : nextTextPrice(chat);
}

/** The text to one member, kept as a draft and merged with edits of other devices and text from other pages. */
function useDraftText(member: MemberId, profile: MemberId) {
  const [text, setOwnText] = useState('');
  const written = useRef(false);
  const latest = useRef('');

  const setText = useCallback(
    (typed: string) => {
      // Text that was typed before hydration did not have the draft yet.
      const next = isHydrating() ? withText(latest.current, typed) : typed;
      written.current = true;
      latest.current = next;
      setOwnText(next);
      drafts.edit(member, profile, next);
    },
    [member, profile],
  );

  // This browser's draft appears after hydration; edits of other devices and text from other pages follow.
  useEffect(() => {
    const show = (next: string): void => {
      if (next === latest.current) return;
      written.current = false;
      latest.current = next;
      setOwnText(next);
    };
    const kept = drafts.read(member, profile).text;
    // This text is being sent, and kept only until it is stored or sent, so the box stays empty.
    if (kept !== '' && outbox.inPageTo(profile).some((entry) => entry.text === kept.trim())) written.current = true;
    if (!written.current) show(kept);
    drafts.setOpen({ profile, typed: () => (written.current ? latest.current : null), show });
  }, [member, profile]);

  /** Appends a text on a line of its own. */
  const addText = useCallback((more: string) => setText(withText(latest.current, more)), [setText]);

  /** Empties the box. The text stays a draft until `safe` resolves: the outbox has stored or sent it. */
  const clear = (safe: Promise<void>): void => {
    written.current = true;
    latest.current = '';
    setOwnText('');
    // The member may have begun the next text meanwhile.
    void safe.then(() => drafts.read(member, profile).text === text && drafts.edit(member, profile, ''));
  };
  return { text, setText, addText, clear };
}

/** If the code cannot be loaded, a photo exists on its page only, and a kept one appears with the next page load. */
const withStored = (work: (stored: typeof Stored) => Promise<unknown>): void =>
  void import('./photo-drafts.ts').then(work).catch(() => undefined);

/** Shows a photo, or none, and keeps it: at once, or when `after` resolves. */
type SetPhoto = (photo: Blob | null, after?: Promise<void>) => void;

/** The photo to be sent. One that was chosen earlier appears once the page is hydrated. */
function usePhotoDraft(member: MemberId, profile: MemberId): [Blob | null, SetPhoto] {
  const [photo, setShown] = useState<Blob | null>(null);
  const latest = useRef<Blob | null>(undefined);
  useEffect(() => {
    withStored(async ({ readPhotoDraft }) => {
      const kept = await readPhotoDraft(member, profile);
      // A photo that is being sent is kept only until it is stored or sent.
      const isSent = outbox.inPageTo(profile).some(({ photo: sent }) => sent && sent.size === kept?.size);
      if (latest.current === undefined && !isSent) setShown(kept);
    });
  }, [member, profile]);
  const setPhoto: SetPhoto = useCallback(
    (next, after) => {
      latest.current = next;
      setShown(next);
      withStored(async ({ forgetPhotoDraft, keepPhotoDraft }) => {
        await after;
        if (latest.current) await keepPhotoDraft(member, profile, latest.current);
        else await forgetPhotoDraft(member, profile);
      });
    },
    [member, profile],
  );
  return [photo, setPhoto];
}

/** The quote in the composer. The server does not know it, so it appears once the page is hydrated. */
function useQuote(member: MemberId, profile: MemberId): [Quote | null, (next: Quote | null) => void] {
  const [quote, setShown] = useState<Quote | null>(null);
  useEffect(() => setShown(drafts.read(member, profile).quote), [member, profile]);
  const setQuote = useCallback(
    (next: Quote | null) => {
      setShown(next);
      drafts.change(member, profile, { quote: next });
    },
    [member, profile],
  );
  return [quote, setQuote];
}
