import type { ReactElement } from 'react';

// On phones slightly more than a third of the window; on wide windows a third of the space beside the text.
const sizes = '(min-width: 75rem) 21vw, (min-width: 62rem) 23vw, 38vw';

/**
 * A drawn portrait of the start page; `number` is its place in the cast, from 1. Decorative, so its `alt` is empty.
 * `eager` is for the first two visible portraits.
 */
export function Portrait({ number, eager = false }: { number: number; eager?: boolean }): ReactElement {
  const file = `/portraits/cast-${String(number).padStart(2, '0')}`;
  return (
    <span className="relative block overflow-hidden rounded-photo bg-sunken">
      <img
        src={`${file}-400.webp`}
        srcSet={`${file}-400.webp 400w, ${file}-800.webp 800w`}
        sizes={sizes}
        width={400}
        height={500}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className="photo-dim block h-auto w-full"
      />
      <span className="absolute inset-0 rounded-[inherit] inset-ring inset-ring-photo-edge" />
    </span>
  );
}
