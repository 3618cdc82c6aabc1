import { type ReactElement, Suspense, useState } from 'react';

import type { Image } from '../../../contract/members/operations.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { PhotoViewerProps } from './photo-viewer.tsx';

const PhotoViewer = lazyPart(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

export interface PhotoMessageProps extends Pick<PhotoViewerProps, 'message' | 'author'> {
  image: Image;
  prefix: string;
  own: boolean;
  name: string;
}

/** A photo in the conversation; pressing it opens it large. */
export function PhotoMessage({ image, prefix, own, name, message, author }: PhotoMessageProps): ReactElement {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const alt = own ? say('chat.photo-own') : say('chat.photo-other', { name });
  if (broken) return <p className="rounded-[18px] bg-sunken px-4 py-3 text-13 text-ink-2">{say('chat.photo-gone')}</p>;
  return (
    <>
      <button
        type="button"
        aria-label={`${alt}. ${say('chat.photo-open')}`}
        onClick={() => setOpen(true)}
        className={cx(
          'relative block aspect-4/3 w-50 max-w-full overflow-hidden rounded-[18px] bg-sunken md:w-56',
          own ? 'rounded-br-[6px]' : 'rounded-bl-[6px]',
        )}
      >
        <img
          src={prefix + image.thumb_filename}
          srcSet={`${prefix + image.thumb_filename} 400w, ${prefix + image.match} 800w`}
          sizes="224px"
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full photo-dim object-cover"
        />
        <span aria-hidden="true" className="absolute inset-0 rounded-[inherit] inset-ring inset-ring-photo-edge" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <PhotoViewer src={prefix + image.filename} {...{ alt, message, author }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
