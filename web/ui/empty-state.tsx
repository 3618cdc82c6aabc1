import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { UnlitTealight } from './tealights.tsx';

export type EmptyStateProps = {
  title: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ title, level = 2, children, action, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx('grid justify-items-center gap-2.5 px-6 py-9 text-center', className)}>
      <UnlitTealight className="h-[66px] w-[84px]" />
      <Heading className="speak text-26">{title}</Heading>
      {children !== undefined && <div className="max-w-[30em] text-pretty text-ink-2">{children}</div>}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2.5">{action}</div>}
    </div>
  );
}
