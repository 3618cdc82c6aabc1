import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type FictionalMarkProps = {
  children: ReactNode;
  /** A short form for pictures too narrow for the words; screen readers read the full ones. */
  short?: string | undefined;
  /** `glass` for pictures, `sunken` for plain backgrounds. */
  ground?: 'glass' | 'sunken';
};

/** The label of fictional profiles, of equal weight everywhere. Long words wrap: it is never cut off. */
export function FictionalMark({ children, short, ground = 'glass' }: FictionalMarkProps) {
  return (
    <span
      className={cx(
        'fictional-mark',
        short !== undefined && '@max-[195px]:gap-1 @max-[195px]:px-1.5',
        ground === 'glass' ? 'bg-glass' : 'bg-sunken',
      )}
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={cx('icon size-3.5 stroke-2', short !== undefined && '@max-[149px]:hidden')}
      >
        <path d="M4 5.5c5.2 1.7 10.8 1.7 16 0 .9 8.4-2.6 13.5-8 13.5S3.1 13.9 4 5.5Z" />
        <path d="M7.8 10.5h2.4m3.6 0h2.4M9 14.5c1.9 1.5 4.1 1.5 6 0" />
      </svg>
      <span className={cx('min-w-0', short !== undefined && '@max-[195px]:sr-only')}>{children}</span>
      {short !== undefined && (
        <span aria-hidden="true" className="hidden whitespace-nowrap @max-[195px]:inline">
          {short}
        </span>
      )}
    </span>
  );
}
