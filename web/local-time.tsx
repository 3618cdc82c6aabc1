import { type ReactElement, useSyncExternalStore } from 'react';

import { useToday } from './today.ts';

const never = (): (() => void) => () => undefined;

/** False while the page is as the server drew it, which does not know the member's clock; then true. */
export function useIsLocal(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A moment on the member's own clock, written anew with each day. `write` turns it into words. */
export function LocalTime(props: { at: string; write: (at: string) => string; className?: string }): ReactElement {
  const { at, write, className } = props;
  // The new key replaces what the server wrote by its own clock.
  return (
    <time key={useToday()} dateTime={at} suppressHydrationWarning className={className}>
      {write(at)}
    </time>
  );
}
