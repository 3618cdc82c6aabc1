import { type ReactElement, useSyncExternalStore } from 'react';

import { useToday } from './today.ts';

const never = (): (() => void) => () => undefined;

/** False for the server's rendering, which does not know the member's clock; true after hydration. */
export function useIsLocal(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A moment in the member's time zone, rendered anew each day. `write` puts it into words. */
export function LocalTime(props: { at: string; write: (at: string) => string; className?: string }): ReactElement {
  const { at, write, className } = props;
  // The new key replaces the text that the server wrote in its own time zone.
  return (
    <time key={useToday()} dateTime={at} suppressHydrationWarning className={className}>
      {write(at)}
    </time>
  );
}
