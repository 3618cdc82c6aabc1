import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactElement, Suspense, lazy, useState } from 'react';

import type { Profile, ProfilePhoto } from '../../../contract/members.ts';
import { settingsQuery, userQuery } from '../../queries.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';
import { Photo } from '../../ui/photo.tsx';
import { openPhotos } from './photos-of.ts';

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

const stripMax = 5;

export type View = (place: number) => (event: MouseEvent) => void;

/** Opens the pictures of a member over the whole screen: `view` belongs to links, `viewer` onto the page. */
export function usePhotoViewer(profile: Profile): { view: View; viewer: ReactElement | null } {
  const { data: settings } = useQuery(settingsQuery);
  const [shown, setShown] = useState<number | null>(null);
  const view: View = (place) => (event) => {
    // With a key held the browser opens the picture in its own way, as it does without a script.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setShown(place);
  };
  const viewer = shown !== null && (
    <Suspense fallback={null}>
      <PhotoViewer
        name={profile.name}
        sources={openPhotos(profile).map((image) => (settings?.cdn_prefix ?? '') + image.filename)}
        start={shown}
        onClose={() => setShown(null)}
      />
    </Suspense>
  );
  return { view, viewer: viewer || null };
}

/** The main picture large, the others in a strip beside or under it; on phones the page places the strip itself. */
export function PhotoGallery({ profile, view }: { profile: Profile; view: View }): ReactElement {
  const hasOthers = profile.photos.some((photo) => !photo.main);
  return (
    <div className={cx('grid content-start gap-3', hasOthers && 'lg:grid-cols-[minmax(0,448px)_112px]')}>
      <MainPhoto profile={profile} view={view} />
      {hasOthers && (
        <ul className="hidden gap-3 md:grid md:grid-cols-5 lg:grid-cols-1 lg:content-start">
          <StripPhotos profile={profile} view={view} />
        </ul>
      )}
    </div>
  );
}

function MainPhoto({ profile, view }: { profile: Profile; view: View }): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const prefix = settings?.cdn_prefix ?? '';
  const { name, main_image: main, main_blurred: blurred } = profile;
  const count = openPhotos(profile).length;
  return (
    <div className="relative max-md:-mx-4">
      <Photo
        eager
        alt={main ? say('members.photo-alt', { name, place: 1, count }) : ''}
        placeholder={<PhotoPlaceholder name={name} />}
        shape="aspect-4/5 max-md:max-h-[72svh] max-md:w-full md:rounded-card lg:aspect-[448/548]"
        {...(blurred !== null && {
          src: prefix + blurred,
          locked: true,
          to: pathTo('signup'),
          linkLabel: say('members.locked-visitor'),
        })}
        {...(main && {
          src: prefix + main.filename,
          srcSet: `${prefix}${main.match} 640w, ${prefix}${main.filename} 960w`,
          sizes: '(min-width: 62rem) 448px, (min-width: 48rem) 45vw, 100vw',
        })}
      />
      {main && (
        <a
          href={prefix + main.filename}
          onClick={view(0)}
          aria-label={say('members.enlarge', { place: 1, count })}
          className="absolute inset-0 z-3 md:rounded-card"
        />
      )}
    </div>
  );
}

/** Up to five of the other photos; the last one says how many more there are. */
export function StripPhotos({ profile, view }: { profile: Profile; view: View }): ReactElement {
  const others = profile.photos.filter((photo) => !photo.main);
  const hidden = others.length - stripMax;
  const open = openPhotos(profile);
  return (
    <>
      {others.slice(0, stripMax).map((photo, index) => {
        const at = open.findIndex((image) => image === photo.image);
        return (
          <li key={photo.id} className="relative">
            <StripPhoto
              profile={profile}
              photo={photo}
              place={at}
              onView={view(at)}
              more={index === stripMax - 1 && hidden > 0 ? hidden : 0}
            />
          </li>
        );
      })}
    </>
  );
}

interface StripPhotoProps {
  profile: Profile;
  photo: ProfilePhoto;
  place: number;
  onView: (event: MouseEvent) => void;
  more: number;
}

function StripPhoto({ profile, photo, place, onView, more }: StripPhotoProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const prefix = settings?.cdn_prefix ?? '';
  const shape = 'aspect-4/5 rounded-input lg:aspect-[112/100]';
  const extra = more > 0 && (
    <span className="pointer-events-none absolute inset-0 z-4 grid place-items-center rounded-input bg-photo-shade/60 font-bold text-on-photo">
      {say('members.photos-more', { count: more })}
    </span>
  );
  if (photo.locked || !photo.image)
    return (
      <>
        <Photo
          locked
          shape={shape}
          {...(photo.blurred !== null && { src: prefix + photo.blurred })}
          to={pathTo(user ? 'premium' : 'signup')}
          linkLabel={say(user ? 'members.locked' : 'members.locked-visitor')}
        />
        {extra}
      </>
    );
  return (
    <>
      <Photo
        shape={shape}
        src={prefix + photo.image.thumb_filename}
        alt={say('members.photo-alt', { name: profile.name, place: place + 1, count: profile.photos.length })}
      />
      {extra}
      <a
        href={prefix + photo.image.filename}
        onClick={onView}
        aria-label={say('members.enlarge', { place: place + 1, count: profile.photos.length })}
        className="absolute inset-0 z-5 rounded-input"
      />
    </>
  );
}
