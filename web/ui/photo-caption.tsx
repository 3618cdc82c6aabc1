import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { OnlineDot } from './dot.tsx';

export type PhotoCaptionProps = {
  /** Name and age as one text for screen readers. */
  title: ReactNode;
  /** The name and its separator from the age. Cut with an ellipsis if space is short. */
  name: ReactNode;
  /** The text after the name, such as the age: never cut. */
  age: ReactNode;
  /** The word for "online", read out with the name; without it there is no dot. */
  online?: string;
  /** A town: cut with an ellipsis if space is short. */
  place?: ReactNode;
  /** A distance: never cut. */
  distance?: ReactNode;
  size?: 'md' | 'lg';
};

/** Name, town and distance on the dark gradient of a photo. */
export function PhotoCaption({ title, name, age, online, place, distance, size = 'md' }: PhotoCaptionProps) {
  const large = size === 'lg';
  return (
    <>
      <p
        className={cx(
          'speak flex items-center gap-2 leading-[1.2]',
          large ? 'text-26' : 'text-[1.1875rem] @max-[195px]:gap-1.5 @max-[195px]:text-17',
        )}
      >
        <span className="sr-only">{title}</span>
        <span aria-hidden="true" className="flex min-w-0">
          <span className="truncate">{name}</span>
          <span className="shrink-0 whitespace-pre">{age}</span>
        </span>
        {online !== undefined && <OnlineDot variant="photo" label={online} className="mr-0.5" />}
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
