import type { ReactNode } from 'react';

/** The question above a group of choices. */
export function GroupLabel({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) {
  return <legend className={hidden ? 'sr-only' : 'mb-1.5 text-13 font-semibold text-ink-2'}>{children}</legend>;
}
