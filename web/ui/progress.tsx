import { cx } from './cx.ts';

export type ProgressProps = {
  active: boolean;
  label: string;
  className?: string;
};

/**
 * The thin bar at the top during a navigation (specification, section 9: shown after 200 ms, 5 s long). The delay is
 * in the style: a faster page never shows it. It slows down towards the end and never loops.
 */
export function Progress({ active, label, className }: ProgressProps) {
  if (!active) return null;
  return (
    <div className={cx('pointer-events-none fixed inset-x-0 top-0 z-60 h-[3px]', className)}>
      <progress aria-label={label} className="sr-only" />
      <div aria-hidden="true" className="size-full origin-left animate-progress rounded-r-pill bg-primary" />
    </div>
  );
}
