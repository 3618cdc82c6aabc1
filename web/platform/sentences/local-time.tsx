import { type ReactElement, useSyncExternalStore } from 'react';

/** A moment in the member's time zone, rendered again each day. `write` puts it into words. */
export function LocalTime(props: { at: string; write: (at: string) => string; className?: string }): ReactElement {
  const { at, write, className } = props;
  // The new key replaces the text that the server wrote in its own time zone.
  return (
    <time key={useToday()} dateTime={at} suppressHydrationWarning className={className}>
      {write(at)}
    </time>
  );
}

const listeners = new Set<() => void>();
// Module state, one per page: all times on it share one timer, and change on the same day.
let timer: ReturnType<typeof setTimeout> | undefined;
let told = '';

function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
}

/** Waits for midnight, even when clocks change. A device that slept through it is checked when somebody looks at it. */
function wait(): void {
  clearTimeout(timer);
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  timer = setTimeout(look, midnight.getTime() - now.getTime());
}

function look(): void {
  const day = today();
  if (day !== told) {
    told = day;
    for (const listener of listeners) listener();
  }
  wait();
}

function onDay(listener: () => void): () => void {
  if (listeners.size === 0) {
    told = today();
    wait();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}

/** Returns the current day; empty during server rendering. Components that show "today" re-render when it changes. */
function useToday(): string {
  return useSyncExternalStore(onDay, today, () => '');
}
