import { type MouseEvent, type ReactNode, useId } from 'react';
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
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  linkLabel?: string;
  /** Radius and aspect ratio; 16 px and 4:5 by default. */
  shape?: string;
  className?: string;
};

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
      {props.meanwhile && <img alt="" {...props.meanwhile} className="photo-cover photo-dim absolute inset-0" />}
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
          <div id={captionId} className={cx('photo-caption photo-shade', foot !== undefined && 'photo-caption-beside')}>
            {caption}
          </div>
        )}
        {foot !== undefined && <div className="photo-foot">{foot}</div>}
      </div>
      {/* Shown to a mouse only: on narrow cards it would lie over the heart. */}
      {action !== undefined && <div className="photo-action">{action}</div>}
    </div>
  );
}

function Mark({ id, mark, beside }: { id: string; mark: ReactNode; beside: boolean }) {
  return (
    <div id={id} className={cx('photo-mark', beside && 'photo-mark-beside')}>
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
      className={cx('photo-cover relative', locked ? 'scale-110 blur-[6px]' : 'photo-dim')}
    />
  );
}

function LockedGlass({ label }: { label: ReactNode }) {
  return (
    <div className="photo-lock fluted">
      <span className="photo-lock-sign">
        <Icon of={Lock} size="sm" />
      </span>
      {label !== undefined && <span className="photo-lock-label">{label}</span>}
    </div>
  );
}

export type PhotoCaptionProps = {
  /** Name and age, never cut: a long name takes several lines. */
  title: string;
  online?: string;
  place?: ReactNode;
  /** Replaces the place on narrow pictures, where it would be cut. */
  shortPlace?: string | undefined;
  distance?: ReactNode;
  size?: 'md' | 'lg';
};

/**
 * Divides a long name after a vowel, before one consonant with a vowel, as all our languages may. Browsers divide no
 * names by themselves, and words of more letters do not fit into a line of the narrowest pictures.
 */
export function hyphenate(text: string): string {
  return text.replace(/\p{L}{13,}/gu, (word) =>
    word.replace(/(?<=\p{L}{3}[aeiouyäöåø])(?=[b-df-hj-np-tv-xz][aeiouyäöåø]\p{L})/giu, '\u00ad'),
  );
}

export function PhotoCaption({ title, online, place, shortPlace, distance, size }: PhotoCaptionProps) {
  const large = size === 'lg';
  return (
    <>
      <p className={cx('photo-title', large && 'text-26')}>
        {hyphenate(title)}
        {online !== undefined && (
          <>
            {/* The dot stays beside the age. */}
            {'\u00a0'}
            <OnlineDot variant="photo" label={online} className="mr-0.5 ml-1 align-middle" />
          </>
        )}
      </p>
      {(place !== undefined || distance !== undefined) && (
        <p className={cx('photo-place', large && 'text-15')}>
          {place !== undefined && <span className={shortPlace && 'photo-wide'}>{place}</span>}
          {shortPlace && <span className="photo-narrow">{shortPlace}</span>}
          {place !== undefined && distance !== undefined && <i aria-hidden="true">·</i>}
          {distance !== undefined && <i>{distance}</i>}
        </p>
      )}
    </>
  );
}
