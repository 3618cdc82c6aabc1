import type { ReactElement } from 'react';

// On phones a third of the window and a little more; beside the words a third of what they leave.
const sizes = '(min-width: 75rem) 21vw, (min-width: 62rem) 23vw, 38vw';

/**
 * A drawn face of the start page; `number` is its place in the cast, from 1. It stands for nobody, so it has no text.
 * `eager` belongs to the two that are seen first.
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
