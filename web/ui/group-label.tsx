import type { ReactNode } from 'react';

export interface GroupLabelProps {
  hidden?: boolean | undefined;
  /** As the heading of a part of the page. */
  loud?: boolean | undefined;
  children: ReactNode;
}

/** The question above a group of choices. */
export function GroupLabel({ hidden = false, loud = false, children }: GroupLabelProps) {
  const look = loud ? 'mb-3 speak text-20' : 'mb-1.5 text-13 font-semibold text-ink-2';
  return <legend className={hidden ? 'sr-only' : look}>{children}</legend>;
}
