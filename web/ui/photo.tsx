import { type ReactNode, useId } from 'react';
import { Link, type To } from 'react-router';

import { OnlineDot } from './dot.tsx';
import { cx } from './cx.ts';
import { useFailedPicture } from './failed-picture.ts';
import { Icon, Lock } from './icon.tsx';

export type PhotoProps = {
  src?: string;
  srcSet?: string;
  sizes?: string;
  /** The alternative text; empty if the caption already names the member. */
  alt?: string;
  /** Loads at once with high priority: the main picture of a page. Others are loaded lazily. */
  eager?: boolean;
  placeholder?: ReactNode;
  /** The same picture in a size that the browser already has, shown until `src` is loaded. */
  meanwhile?: Pick<PhotoProps, 'src' | 'srcSet' | 'sizes'>;
  caption?: ReactNode;
  mark?: ReactNode;
  /** A control in the upper corner, and one in the lower: beside the caption or, on narrow photos, above it. */
  action?: ReactNode;
  foot?: ReactNode;
  /** Behind fluted glass. The server has already blurred the picture; the glass itself hides nothing. */
  locked?: boolean;
  lockLabel?: ReactNode;
  /** Makes the whole picture a link, named by its caption or by `linkLabel`. */
  to?: To;
  linkState?: unknown;
  onClick?: () => void;
  linkLabel?: string;
  /** Radius and aspect ratio; 16 px and 4:5 by default. */
  shape?: string;
  className?: string;
};

const cover = 'size-full object-cover object-[50%_22%]';

export function Photo(props: PhotoProps) {
  const {
    caption,
    mark,
    action,
    foot,
    locked = false,
    lockLabel,
    to,
    linkState,
    onClick,
    linkLabel,
    className,
  } = props;
  const { shape = 'aspect-4/5 rounded-photo' } = props;
  const id = useId();
  const captionId = `${id}-caption`;
  const markId = `${id}-mark`;
  return (
    <div className={cx('photo-frame', shape, className)}>
      {props.meanwhile && <img alt="" {...props.meanwhile} className={cx('absolute inset-0 photo-dim', cover)} />}
      <Picture {...props} />
      {locked && <LockedGlass label={lockLabel} />}
      {mark !== undefined && <Mark id={markId} beside={action !== undefined} mark={mark} />}
      <span aria-hidden="true" className="photo-edge" />
      {to !== undefined && (
        <Link
          to={to}
          state={linkState}
          onClick={onClick}
          aria-label={linkLabel}
          aria-labelledby={linkLabel === undefined ? captionId : undefined}
          // A reader who moves from link to link must hear the mark of a fictional profile, too.
          aria-describedby={mark === undefined ? undefined : markId}
          className="photo-link"
        />
      )}
      {/* After the link, because the keyboard comes to the member first and then to the heart. */}
      <div className="absolute inset-x-0 bottom-0">
        {caption !== undefined && (
          <div
            id={captionId}
            className={cx(
              'relative z-1 photo-shade photo-caption',
              foot !== undefined && '@min-[196px]:[&_p:first-child]:pr-8',
            )}
          >
            {caption}
          </div>
        )}
        {foot !== undefined && <div className="photo-foot">{foot}</div>}
      </div>
      {/* Shown to a mouse only: on narrow cards it would lie over the heart. */}
      {action !== undefined && (
        <div className="absolute top-2 right-2 z-4 [@media(hover:none)]:pointer-events-none">{action}</div>
      )}
    </div>
  );
}

function Mark({ id, mark, beside }: { id: string; mark: ReactNode; beside: boolean }) {
  return (
    <div
      id={id}
      className={cx(
        'absolute top-[15px] left-2.5 z-1 flex @max-[195px]:left-1.5',
        beside ? 'right-[50px] @max-[195px]:right-12' : 'right-2.5',
      )}
    >
      {mark}
    </div>
  );
}

function Picture({ src, srcSet, sizes, alt = '', eager = false, placeholder, locked = false }: PhotoProps) {
  const { failed, ...picture } = useFailedPicture(src);
  if (src === undefined || failed) return placeholder ?? null;
  return (
    <img
      {...picture}
      src={src}
      srcSet={srcSet}
      sizes={srcSet === undefined ? undefined : sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={cx('relative', cover, locked ? 'scale-110 blur-[6px]' : 'photo-dim')}
    />
  );
}

function LockedGlass({ label }: { label: ReactNode }) {
  return (
    <div className="fluted absolute inset-0 z-1 grid place-content-center justify-items-center gap-1.5 text-12 font-bold text-on-photo">
      <span className="grid size-9 place-items-center rounded-full bg-photo-shade/86">
        <Icon of={Lock} size="sm" />
      </span>
      {label !== undefined && (
        <span className="rounded-pill bg-photo-shade/86 px-2.5 py-0.5 @max-[140px]:hidden">{label}</span>
      )}
    </div>
  );
}

export type PhotoCaptionProps = {
  /** Name and age, never cut: a long name takes several lines. */
  title: ReactNode;
  online?: string;
  place?: ReactNode;
  distance?: ReactNode;
  size?: 'md' | 'lg';
};

export function PhotoCaption({ title, online, place, distance, size = 'md' }: PhotoCaptionProps) {
  const large = size === 'lg';
  return (
    <>
      <p
        className={cx('speak leading-[1.2] wrap-anywhere', large ? 'text-26' : 'text-[1.1875rem] @max-[195px]:text-17')}
      >
        {title}
        {online !== undefined && (
          <>
            {/* The dot stays beside the age. */}
            {'\u00a0'}
            <OnlineDot variant="photo" label={online} className="mr-0.5 ml-1 align-middle" />
          </>
        )}
      </p>
      {(place !== undefined || distance !== undefined) && (
        <p className={cx('mt-0.5 flex gap-[.3em] leading-[1.35] whitespace-nowrap', large ? 'text-15' : 'text-12')}>
          {place !== undefined && <span className="min-w-0 truncate">{place}</span>}
          {place !== undefined && distance !== undefined && <span aria-hidden="true">·</span>}
          {distance !== undefined && <span className="shrink-0">{distance}</span>}
        </p>
      )}
    </>
  );
}
