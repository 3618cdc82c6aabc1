import { useCallback, useEffect, useRef, useState } from 'react';

import { isHydrating } from '../../platform/hydrated.ts';
import { inPageTo } from '../outbox/outbox-view.ts';
import { keepDraft, openDraft, readDraft, withText } from './drafts.ts';

export interface DraftText {
  text: string;
  setText: (text: string) => void;
  /** Appends a text on a line of its own. The function is stable. */
  addText: (text: string) => void;
  /** Empties the box. The text stays a draft until `safe` resolves: the outbox has stored or sent it. */
  clear: (safe: Promise<void>) => void;
}

/** The text to one member, kept as a draft and merged with edits of other devices and text from other pages. */
export function useDraftText(member: string, profile: string): DraftText {
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
      keepDraft(member, profile, next);
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
    const kept = readDraft(member, profile);
    // This text is being sent, and kept only until it is stored or sent, so the box stays empty.
    if (kept !== '' && inPageTo(profile).some((entry) => entry.text === kept.trim())) written.current = true;
    if (!written.current) show(kept);
    openDraft({ profile, typed: () => (written.current ? latest.current : null), show });
  }, [member, profile]);

  const addText = useCallback((more: string) => setText(withText(latest.current, more)), [setText]);

  const clear = (safe: Promise<void>): void => {
    written.current = true;
    latest.current = '';
    setOwnText('');
    // The member may have begun the next text meanwhile.
    void safe.then(() => readDraft(member, profile) === text && keepDraft(member, profile, ''));
  };
  return { text, setText, addText, clear };
}
