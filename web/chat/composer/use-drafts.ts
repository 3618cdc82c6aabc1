import { useCallback, useEffect, useRef, useState } from 'react';

import type { Quote } from '../../../contract/chat/quote.ts';
import { isHydrating } from '../../platform/pages/hydrated.ts';
import { outbox } from '../outbox/outbox.ts';
import { drafts, withText } from './drafts.ts';
import type * as Stored from './photo-drafts.ts';

/** Keeps the text to one member as a draft, merged with edits of other devices and text from other pages. */
export function useDraftText(member: MemberId, profile: MemberId) {
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

/**
 * Runs code for stored photos. If it cannot be loaded, a photo exists on its page only, and a kept one appears with the
 * next page load.
 */
const withStored = (work: (stored: typeof Stored) => Promise<unknown>): void =>
  void import('./photo-drafts.ts').then(work).catch(() => undefined);

/** Shows a photo, or none, and keeps it: at once, or when `after` resolves. */
type SetPhoto = (photo: Blob | null, after?: Promise<void>) => void;

/** Returns the photo to be sent. One that was chosen earlier appears once the page is hydrated. */
export function usePhotoDraft(member: MemberId, profile: MemberId): [Blob | null, SetPhoto] {
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

/** Returns the quote in the composer. The server does not know it, so it appears once the page is hydrated. */
export function useQuote(member: MemberId, profile: MemberId): [Quote | null, (next: Quote | null) => void] {
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
