import { useCallback, useEffect, useRef, useState } from 'react';

import { isHydrating } from '../../shell/hydrated.ts';
import { inPageTo } from '../outbox/outbox-view.ts';
import { keepDraft, openDraft, readDraft, withText } from './drafts.ts';

export interface DraftText {
  text: string;
  setText: (text: string) => void;
  /** Appends a text on a line of its own. The function is stable. */
  addText: (text: string) => void;
  /** Empties the box. What stood there stays a draft until `safe` is done: the outbox has it, or has sent it. */
  clear: (safe: Promise<void>) => void;
}

/** The text of the box to one member, kept as a draft, with what other devices wrote and other pages brought. */
export function useDraftText(member: string, profile: string): DraftText {
  const [text, setOwnText] = useState('');
  const written = useRef(false);
  const latest = useRef('');

  const setText = useCallback(
    (typed: string) => {
      // What was typed before the page was hydrated knew no draft.
      const next = isHydrating() ? withText(latest.current, typed) : typed;
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

  const addText = useCallback((more: string) => setText(withText(latest.current, more)), [setText]);

  const clear = (safe: Promise<void>): void => {
    written.current = true;
    latest.current = '';
    setOwnText('');
    // Meanwhile the next one may have begun.
    void safe.then(() => readDraft(member, profile) === text && keepDraft(member, profile, ''));
  };
  return { text, setText, addText, clear };
}
