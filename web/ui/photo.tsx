import { useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { To } from 'react-router';
import { cx } from './cx.ts';
import { useFailedPicture } from './failed-picture.ts';
import { Icon, Lock } from './icon.tsx';

export type PhotoProps = {
  /** The picture. Without one the ground stays, or `placeholder`. */
  src?: string;
  srcSet?: string;
  sizes?: string;
  /** Empty where the caption already says who it is. */
  alt?: string;
  /** Loads at once and first: the main picture of a page. The others wait until they come near. */
  eager?: boolean;
  /** Shown when there is no picture, usually `<PhotoPlaceholder>`. */
  placeholder?: ReactNode;
  /** The same picture in a size that the browser already has: seen until `src` is there. */
  meanwhile?: Pick<PhotoProps, 'src' | 'srcSet' | 'sizes'>;
  /** Stands on the bottom shade, usually `<PhotoCaption>`. */
  caption?: ReactNode;
  /** The fictional mark, top left. */
  mark?: ReactNode;
  /** Top right, above the link: the like. */
  action?: ReactNode;
  /** Behind fluted glass. The server has already blurred what arrives here; the glass hides nothing by itself. */
  locked?: boolean;
  /** Words under the lock. */
  lockLabel?: ReactNode;
  /** Makes the whole picture a link, named by its caption or by `linkLabel`. */
  to?: To;
  /** What the history keeps with that page. */
  linkState?: unknown;
  linkLabel?: string;
  /** Radius and proportions of the caller; 4:5 and 16 px otherwise. */
  shape?: string;
  className?: string;
};

const cover = 'size-full object-cover object-[50%_22%]';

/** A photograph of a member: 4:5, name on the shade, a mark, an action, or locked behind glass. */
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

/** Top left, beside the like where there is one. */
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
