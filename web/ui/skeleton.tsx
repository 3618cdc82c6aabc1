import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const shapes = {
  photo: 'aspect-4/5 rounded-photo',
  circle: 'size-12 rounded-full',
  line: 'h-3.5 rounded-small',
  block: 'h-24 rounded-card',
};

/** A placeholder for loading content. Give it the content's dimensions, so that nothing jumps. */
export function Skeleton({ shape = 'line', className }: { shape?: keyof typeof shapes; className?: string }) {
  return <div aria-hidden="true" className={cx('bone', shapes[shape], className)} />;
}

/** Contains the placeholders of a loading part and announces it once to screen readers. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
