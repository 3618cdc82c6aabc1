import { useCallback, useEffect, useRef, useState } from 'react';

import { inPageTo } from '../outbox/outbox-view.ts';
import type * as Stored from './photo-drafts.ts';

/** If the code cannot be loaded, a photo exists on its page only, and a kept one appears with the next page load. */
const withStored = (work: (stored: typeof Stored) => Promise<unknown>): void =>
  void import('./photo-drafts.ts').then(work).catch(() => undefined);

/** Shows a photo, or none, and keeps it: at once, or when `after` resolves. */
type SetPhoto = (photo: Blob | null, after?: Promise<void>) => void;

/** The photo to be sent. One that was chosen earlier appears once the page is hydrated. */
export function usePhotoDraft(member: string, profile: string): [Blob | null, SetPhoto] {
  const [photo, setShown] = useState<Blob | null>(null);
  const latest = useRef<Blob | null>(undefined);
  useEffect(() => {
    withStored(async ({ readPhotoDraft }) => {
      const kept = await readPhotoDraft(member, profile);
      // A photo that is being sent is kept only until it is stored or sent.
      const isSent = inPageTo(profile).some(({ photo: sent }) => sent && sent.size === kept?.size);
      if (latest.current === undefined && !isSent) setShown(kept);
    });
  }, [member, profile]);
  const setPhoto: SetPhoto = useCallback(
    (next, after) => {
      latest.current = next;
      setShown(next);
      withStored(async ({ keepPhotoDraft }) => {
        await after;
        await keepPhotoDraft(member, profile, latest.current ?? null);
      });
    },
    [member, profile],
  );
  return [photo, setPhoto];
}
