import { cx } from './cx.ts';

export type ProgressProps = {
  /** A navigation is under way. */
  active: boolean;
  label: string;
  className?: string;
};

/**
 * The thin bar on top while a page is on its way (section 9 of the specification: shown after 200 ms, 5 s long).
 * The delay is in the style: a page that arrives sooner never shows it. It slows down towards the end and never loops.
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
