import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { To } from 'react-router';
import { cx } from './cx.ts';
import { useFailedPicture } from './failed-picture.ts';
import { Icon, Lock } from './icon.tsx';

export type PhotoProps = {
  /** The picture. Without one, `placeholder` or the plain background is shown. */
  src?: string;
  srcSet?: string;
  sizes?: string;
  /** Empty if the caption already names the member. */
  alt?: string;
  /** Loads at once with high priority: the main picture of a page. Others are loaded lazily. */
  eager?: boolean;
  /** Shown if there is no picture, usually `<PhotoPlaceholder>`. */
  placeholder?: ReactNode;
  /** The same picture in a size that the browser already has, shown until `src` is loaded. */
  meanwhile?: Pick<PhotoProps, 'src' | 'srcSet' | 'sizes'>;
  /** On the dark gradient at the bottom, usually `<PhotoCaption>`. */
  caption?: ReactNode;
  /** The fictional mark, top left. */
  mark?: ReactNode;
  /** Top right, above the link: the like button. */
  action?: ReactNode;
  /** Behind fluted glass. The server has already blurred the picture; the glass itself hides nothing. */
  locked?: boolean;
  lockLabel?: ReactNode;
  /** Makes the whole picture a link, named by its caption or by `linkLabel`. */
  to?: To;
  /** The link's history state. */
  linkState?: unknown;
  linkLabel?: string;
  /** Radius and aspect ratio; 16 px and 4:5 by default. */
  shape?: string;
  className?: string;
};

const cover = 'size-full object-cover object-[50%_22%]';

/** A member's photo: 4:5, with the name on a dark gradient, a mark, an action, or locked behind glass. */
export function Photo(props: PhotoProps) {
  const { caption, mark, action, locked = false, lockLabel, to, linkState, linkLabel, className } = props;
  const { shape = 'aspect-4/5 rounded-photo' } = props;
  const captionId = useId();
  return (
    <div className={cx('photo-frame', shape, className)}>
      {props.meanwhile && <img alt="" {...props.meanwhile} className={cx('absolute inset-0 photo-dim', cover)} />}
      <Picture {...props} />
      {locked && <LockedGlass label={lockLabel} />}
      <div className="absolute inset-0 z-1 flex flex-col justify-end">
        <div className={cx(caption !== undefined && 'photo-shade px-3.5 pt-11 pb-3 text-on-photo @max-[195px]:px-3')}>
          {mark !== undefined && <Mark beside={action !== undefined} mark={mark} />}
          {caption !== undefined && <div id={captionId}>{caption}</div>}
        </div>
      </div>
      <span aria-hidden="true" className="absolute inset-0 z-2 rounded-[inherit] inset-ring inset-ring-photo-edge" />
      {to !== undefined && (
        <Link
          to={to}
          state={linkState}
          aria-label={linkLabel}
          aria-labelledby={linkLabel === undefined ? captionId : undefined}
          className="absolute inset-0 z-3 rounded-[inherit] outline-none focus-visible:shadow-none"
        />
      )}
      {action !== undefined && <div className="absolute top-2 right-2 z-4">{action}</div>}
    </div>
  );
}

/** Top left, beside the like button if there is one. */
function Mark({ mark, beside }: { mark: ReactNode; beside: boolean }) {
  return (
    <div
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
