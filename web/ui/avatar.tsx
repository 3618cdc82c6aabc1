import { cx } from './cx.ts';
import { OnlineDot } from './dot.tsx';
import { useFailedPicture } from './failed-picture.ts';
import { PhotoPlaceholder } from './photo-placeholder.tsx';

const sizes = { xs: 'size-7', sm: 'size-9', md: 'size-12', lg: 'size-14', xl: 'size-24' };

export type AvatarProps = {
  name: string;
  src?: string;
  size?: keyof typeof sizes;
  /** The word for "online"; without it there is no dot. */
  online?: string;
  className?: string;
};

export function Avatar({ name, src, size = 'md', online, className }: AvatarProps) {
  const { failed, ...picture } = useFailedPicture(src);
  return (
    <span className={cx('relative inline-block shrink-0', sizes[size], className)}>
      <span className="block size-full overflow-hidden rounded-full bg-sunken">
        {src === undefined || failed ? (
          <PhotoPlaceholder name={name} centred />
        ) : (
          <img
            {...picture}
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full photo-dim object-cover object-[50%_22%]"
          />
        )}
      </span>
      {online !== undefined && (
        <OnlineDot
          variant="ring"
          label={online}
          className={cx('absolute', size === 'xl' ? 'right-1.5 bottom-1.5 scale-125' : 'right-0 bottom-px')}
        />
      )}
    </span>
  );
}
