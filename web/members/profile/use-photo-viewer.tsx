import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactElement, Suspense, useState } from 'react';

import type { Image, Profile } from '../../../contract/members/operations.ts';
import { settingsQuery, userQuery } from '../../platform/queries.ts';
import { openPhotoIds, openPhotos } from './shown-photos.ts';
import { useTakeUp } from './take-up.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const PhotoViewer = lazyPart(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

export type View = (image: Image) => (event: MouseEvent) => void;

/** Opens a member's pictures in full screen: links get `view`, the page renders `viewer`. */
export function usePhotoViewer(profile: Profile): { view: View; viewer: ReactElement | null } {
  const { data: settings } = useQuery(settingsQuery);
  const [shown, setShown] = useState<number | null>(null);
  const open = openPhotos(profile);
  const ids = openPhotoIds(profile);
  const takeUp = useTakeUp(profile);
  const { data: user } = useQuery(userQuery);
  const view: View = (image) => (event) => {
    // With a modifier key, the browser opens the picture itself, as without JavaScript.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setShown(open.indexOf(image));
  };
  const viewer = shown !== null && (
    <Suspense fallback={null}>
      <PhotoViewer
        name={profile.name}
        sources={open.map((image) => (settings?.cdn_prefix ?? '') + image.filename)}
        start={shown}
        writeAbout={(place) => (takeUp ? takeUp({ kind: 'photo', value: ids[place] ?? '' }) : null)}
        reported={user && user.id !== profile.id ? { member: profile, ids } : null}
        onClose={() => setShown(null)}
      />
    </Suspense>
  );
  return { view, viewer: viewer || null };
}
