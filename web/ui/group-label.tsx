import type { ReactNode } from 'react';

export interface GroupLabelProps {
  hidden?: boolean | undefined;
  /** Styled as the heading of a section of the page. */
  loud?: boolean | undefined;
  children: ReactNode;
}

/** The label above a group of choices. */
export function GroupLabel({ hidden = false, loud = false, children }: GroupLabelProps) {
  const look = loud ? 'mb-3 speak text-20' : 'mb-1.5 text-13 font-semibold text-ink-2';
  return <legend className={hidden ? 'sr-only' : look}>{children}</legend>;
}
