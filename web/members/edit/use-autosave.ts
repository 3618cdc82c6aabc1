import { useCallback, useEffect, useRef, useState } from 'react';

import { type ProfileChanges, type SaveProfile, useSaveProfile } from './use-save-profile.ts';

export type { ProfileChanges };
export type ProfileField = keyof ProfileChanges;

export interface Autosave extends Pick<SaveProfile, 'error' | 'fields'> {
  /** The unsaved values as shown; they stay if saving fails. */
  draft: ProfileChanges;
  /** Stores changes and saves them after `pauseMs` without further changes; `null` waits for `flush`. */
  change: (changes: ProfileChanges, pauseMs: number | null) => void;
  /** Saves pending changes at once, unless these very changes were refused; called when a field loses the focus. */
  flush: () => void;
  retry: () => void;
  /** The last changed field, and whether it is saved. */
  last: ProfileField | null;
  saved: boolean;
}

/** The pauses after which changes are saved. Choices need less, because each is complete in itself. */
export const pauseMs = { words: 1_200, choice: 350 } as const;

/**
 * A section of the own profile that saves itself: after a pause, when a field or the page is left, and again once the
 * connection is back. `valid` holds back changes that the server would refuse.
 */
export function useAutosave(valid: (draft: ProfileChanges) => boolean = () => true): Autosave {
  const { save, error, fields } = useSaveProfile();
  const [draft, setDraft] = useState<ProfileChanges>({});
  const [last, setLast] = useState<ProfileField | null>(null);
  const [saved, setSaved] = useState(false);
  const waiting = useRef<ProfileChanges>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const busy = useRef(false);
  const refused = useRef<ProfileChanges | null>(null);

  const flush = (): void => {
    clearTimeout(timer.current);
    const sent = waiting.current;
    if (busy.current || sent === refused.current || Object.keys(sent).length === 0 || !valid(sent)) return;
    busy.current = true;
    void save(sent).then((done) => {
      busy.current = false;
      refused.current = done ? null : sent;
      if (!done) return latest.current();
      // Changes made during the request are saved next.
      waiting.current = without(waiting.current, sent);
      setDraft(waiting.current);
      setSaved(Object.keys(waiting.current).length === 0);
      latest.current();
    });
  };
  const retry = (): void => {
    refused.current = null;
    flush();
  };
  const latest = useRef(flush);
  const again = useRef(retry);
  useEffect(() => {
    latest.current = flush;
    again.current = retry;
  });
  useEffect(() => {
    const leave = (): void => latest.current();
    const online = (): void => again.current();
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('online', online);
      leave();
    };
  }, []);

  const change = useCallback((changes: ProfileChanges, after: number | null): void => {
    waiting.current = { ...waiting.current, ...changes };
    setDraft(waiting.current);
    setLast(Object.keys(changes)[0] as ProfileField);
    setSaved(false);
    clearTimeout(timer.current);
    if (after !== null) timer.current = setTimeout(() => latest.current(), after);
  }, []);
  return { draft, change, flush, retry, last, saved, error, fields };
}

/** The changes that differ from the sent ones. */
function without(changes: ProfileChanges, sent: ProfileChanges): ProfileChanges {
  const left = Object.entries(changes).filter(([field, value]) => value !== sent[field as ProfileField]);
  return Object.fromEntries(left) as ProfileChanges;
}
