import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useState } from 'react';

import { splitSentences } from '../../contract/chat/quote.ts';
import type { Image, Profile } from '../../contract/members/operations.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { latePart } from '../ui/lazy-part.ts';
import { useLoadAhead } from '../ui/load-ahead.ts';
import { PhotoPlaceholder } from '../ui/photo-placeholder.tsx';
import { Photo } from '../ui/photo.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { cardPicture } from '../members/member-card.tsx';
import type { ShownMember } from '../members/members-queries.ts';
import { useOrigin } from '../members/origin.ts';
import { useQuoteInMessage } from './quote-in-message.tsx';

const stripMax = 5;
const stripShape = 'aspect-4/5 max-md:max-h-[72svh] max-md:w-full md:rounded-input lg:aspect-[112/100]';

/** The photos: a row to swipe on phones, a large picture and a strip on wide windows. Arrow keys move between them. */
export function PhotoGallery({ member, view }: { member: ShownMember; view: View }): ReactElement {
  const say = useSay();
  const [place, setPlace] = useState(1);
  const { name, photos: known, num_photos: expected } = member;
  const photos = listShownPhotos(member);
  const count = known ? photos.length : Math.max(expected, photos.length);
  const alone = count < 2;
  if (count === 0) return <NoPhoto member={member} />;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble from its links */}
      <ul
        aria-label={say('members.photos-of', { name })}
        onKeyDown={goByArrow}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setPlace(1 + Math.round(scrollLeft / clientWidth))
        }
        className={cx(
          'isolate flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] max-md:outline-offset-[-4px] md:grid md:overflow-visible',
          !alone && 'md:grid-cols-5 md:gap-3 lg:grid-cols-[minmax(0,448px)_112px] lg:content-start',
        )}
      >
        {photos.map((photo, at) => (
          <li
            key={photo.key}
            className={cx(
              'relative w-full shrink-0 snap-center snap-always',
              at === 0 && !alone && 'md:col-span-5 lg:col-span-1 lg:row-span-5',
              at > stripMax && 'md:hidden',
            )}
          >
            <GalleryPhoto photo={photo} name={name} place={at + 1} count={count} view={known && view} />
            {at === stripMax && count > stripMax + 1 && (
              <span className="pointer-events-none absolute inset-0 z-4 hidden place-items-center rounded-input bg-photo-shade/60 font-bold text-on-photo md:grid">
                {say('members.photos-more', { count: count - stripMax - 1 })}
              </span>
            )}
          </li>
        ))}
        {!known &&
          Array.from({ length: Math.min(count - photos.length, stripMax) }, (_, at) => (
            <li key={at} aria-hidden="true" className="w-full shrink-0">
              <Skeleton shape="photo" className={stripShape} />
            </li>
          ))}
      </ul>
      {!alone && (
        <p
          aria-live="polite"
          className="pointer-events-none absolute right-3 bottom-10 z-4 rounded-pill bg-photo-shade/70 px-2.5 py-1 text-12 font-bold text-on-photo tabular-nums md:hidden"
        >
          {say('members.photo-number', { place, count })}
        </p>
      )}
    </>
  );
}

/** Shows the first words about the member instead of a photo; without any, the initial. */
function NoPhoto({ member: { name, about = '' } }: { member: ShownMember }): ReactElement {
  const first = splitSentences(about)[0]?.text;
  if (first === undefined) return <Photo placeholder={<PhotoPlaceholder name={name} />} shape="h-50 md:rounded-card" />;
  return (
    // The text is repeated below.
    <div
      aria-hidden="true"
      className="grid min-h-50 place-content-center bg-bubble-own px-6 pt-16 pb-13 text-on-bubble-own md:rounded-card md:p-8"
    >
      <p dir="auto" className="own-ink speak line-clamp-4 text-20 wrap-anywhere md:text-26">
        {first}
      </p>
    </div>
  );
}

/** Moves the focus, which scrolls the picture into view. */
function goByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const link = links[links.indexOf(document.activeElement as HTMLAnchorElement) + step];
  if (!link) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  link.scrollIntoView({ inline: 'center', block: 'nearest' });
}

interface GalleryPhotoProps {
  photo: ShownPhoto;
  name: string;
  place: number;
  count: number;
  /** Undefined while the profile loads, whose photos the viewer shows. */
  view: View | undefined;
}

function GalleryPhoto({ photo, name, place, count, view }: GalleryPhotoProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const fromList = useOrigin() !== null;
  const prefix = settings?.cdn_prefix ?? '';
  const { image, blurred } = photo;
  const isMain = place === 1;
  const shape = isMain ? 'main-photo' : stripShape;
  if (!image)
    return (
      <Photo
        locked
        eager={isMain}
        shape={shape}
        {...(blurred !== null && { src: prefix + blurred })}
        to={pathTo(user ? 'premium' : 'signup')}
        lockLabel={say(user ? 'members.premium' : 'members.join')}
        linkLabel={`${say('members.photo-number', { place, count })}. ${say(user ? 'members.locked' : 'members.locked-visitor')}`}
      />
    );
  const { filename, match, thumb_filename: thumb } = image;
  return (
    <>
      <Photo
        eager={isMain}
        {...(isMain && fromList && { meanwhile: cardPicture(prefix, image) })}
        placeholder={<PhotoPlaceholder name={name} />}
        alt={say('members.photo-alt', { name, place, count })}
        shape={shape}
        src={prefix + (isMain ? filename : thumb)}
        srcSet={`${isMain ? '' : `${prefix}${thumb} 320w, `}${prefix}${match} 640w, ${prefix}${filename} 960w`}
        sizes={
          isMain
            ? '(min-width: 62rem) 448px, (min-width: 48rem) 45vw, 100vw'
            : '(min-width: 62rem) 112px, (min-width: 48rem) 9vw, 100vw'
        }
      />
      {view && (
        <a
          href={prefix + filename}
          onClick={view(image)}
          aria-label={say('members.enlarge', { place, count })}
          className={cx(
            'absolute inset-0 z-5 max-md:outline-offset-[-4px]',
            isMain ? 'md:rounded-card' : 'rounded-input',
          )}
        />
      )}
    </>
  );
}

const PhotoViewer = latePart(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

type View = (image: Image) => (event: MouseEvent) => void;

/** Opens a member's pictures in full screen: links get `view`, the page renders `viewer`. */
export function usePhotoViewer(member: ShownMember): { view: View; viewer: ReactElement | null } {
  const { data: settings } = useQuery(settingsQuery);
  const [shown, setShown] = useState<number | null>(null);
  useLoadAhead(PhotoViewer);
  const open = openPhotos(member);
  const ids = openPhotoIds(member);
  const quoteInMessage = useQuoteInMessage(member);
  const { data: user } = useQuery(userQuery);
  const view: View = (image) => (event) => {
    // With a modifier key, the browser opens the picture itself, as without JavaScript.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setShown(open.indexOf(image));
  };
  const viewer = shown !== null && (
    <PhotoViewer
      name={member.name}
      sources={open.map((image) => (settings?.cdn_prefix ?? '') + image.filename)}
      start={shown}
      writeAbout={(place) => (quoteInMessage ? quoteInMessage({ kind: 'photo', value: ids[place] ?? '' }) : null)}
      reported={user && user.id !== member.id ? { member, ids } : null}
      onClose={() => setShown(null)}
    />
  );
  return { view, viewer: viewer || null };
}

type Photos = Pick<ShownMember, 'main_image' | 'main_blurred' | 'photos'>;

interface ShownPhoto {
  key: string;
  image: Image | null;
  blurred: string | null;
}

function listShownPhotos({ main_image: main, main_blurred: blurred, photos = [] }: Photos): ShownPhoto[] {
  const others = photos
    .filter((photo) => !photo.main)
    .map((photo) => ({ key: photo.id, image: photo.locked ? null : photo.image, blurred: photo.blurred }));
  return main || blurred !== null ? [{ key: 'main', image: main, blurred }, ...others] : others;
}

export function openPhotos(profile: Photos): Image[] {
  return listShownPhotos(profile).flatMap(({ image }) => image ?? []);
}

function openPhotoIds({ photos = [] }: Pick<ShownMember, 'photos'>): PhotoId[] {
  const open = photos.filter(({ locked }) => !locked).toSorted((a, b) => Number(b.main) - Number(a.main));
  return open.map(({ id }) => id);
}

export function countLocked({ photos }: Pick<Profile, 'photos'>): number {
  return photos.filter((photo) => photo.locked).length;
}
